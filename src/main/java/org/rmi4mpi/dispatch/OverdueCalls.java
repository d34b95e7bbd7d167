package org.rmi4mpi.dispatch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Says which calls of this rank have been without a reply for long: once when the limit has passed, and again after 1, 2,
 * 4 ... minutes; for each method of each rank, so that a method that never returns is told of less and less. Calls are
 * looked at from time to time by a thread of its own, which needs nothing of what may have failed: a call pays nothing.
 * Its state is that thread's own, but for the calls that wait for room and for its end.
 */
final class OverdueCalls {
    private static final long LONGEST_STEP_NS = TimeUnit.SECONDS.toNanos(1);
    private static final int STEPS_IN_LIMIT = 4;
    private static final long FIRST_REPEAT_NS = TimeUnit.MINUTES.toNanos(1);

    private final int rank;
    private final List<RankProcess> processes;
    private final long limitNs;
    private final long stepNs;
    private final PendingCalls waiting;
    private final Supplier<? extends Collection<? extends PendingCall>> others;
    private final Set<Overdue> withoutRoom = ConcurrentHashMap.newKeySet();
    /** By what was said of a method; until it is not overdue any more when the next line would be due. */
    private final Map<String, Told> told = new HashMap<>();
    private final Thread thread = new Thread(this::watch, "rmi4mpi-overdue");
    private volatile boolean stopped;

    /** What a call waits for, and since when by System.nanoTime. */
    private record Overdue(String awaited, int peer, long since) {
        static Overdue reply(PendingCall call, long since) {
            return new Overdue("the reply to " + call, call.peer(), since);
        }
    }

    /** What a method was told of by: the first of its overdue calls, and when the next line is due. */
    private static final class Told {
        final long since;
        long next;

        Told(long since) {
            this.since = since;
        }

        /** The next power of two in minutes from the beginning on. */
        void saidAt(long now) {
            long step = FIRST_REPEAT_NS;
            while (since + step - now <= 0) {
                step *= 2;
            }
            next = since + step;
        }
    }

    /**
     * @param processes of all ranks; empty where they are not known
     * @param limitNs after which a call is overdue
     * @param waiting calls that threads wait for
     * @param others calls that no thread need wait for
     */
    OverdueCalls(int rank, List<RankProcess> processes, long limitNs, PendingCalls waiting,
            Supplier<? extends Collection<? extends PendingCall>> others) {
        this.rank = rank;
        this.processes = processes;
        this.limitNs = limitNs;
        stepNs = Math.min(LONGEST_STEP_NS, limitNs / STEPS_IN_LIMIT);
        this.waiting = waiting;
        this.others = others;
    }

    void start() {
        thread.setDaemon(true);
        thread.start();
    }

    void stop() {
        stopped = true;
        thread.interrupt();
    }

    /** A one-way call waits until its receiver has room for it. Returns what {@link #hasRoom} is given. */
    Object waitsForRoom(int peer) {
        Overdue call = new Overdue("room for a one-way or asynchronous call at rank " + peer, peer, System.nanoTime());
        withoutRoom.add(call);
        return call;
    }

    void hasRoom(Object call) {
        withoutRoom.remove(call);
    }

    private void watch() {
        for (long last = System.nanoTime(); !stopped; ) {
            pause();
            long now = System.nanoTime();
            if (now - last < limitNs) { // else this rank itself was stopped, and replies may wait to be taken
                tryToLook(now);
            }
            last = now;
        }
    }

    private void pause() {
        try {
            TimeUnit.NANOSECONDS.sleep(stepNs);
        } catch (InterruptedException e) {
            // the job ends, or the program interrupts all threads that it finds
        }
    }

    private void tryToLook(long now) {
        try {
            look(now);
        } catch (OutOfMemoryError | LinkageError | RuntimeException e) {
            // the next look tells, if there is memory then, for classes, too, and if standard error takes it
        }
    }

    private void look(long now) {
        Map<Integer, List<Overdue>> byPeer = new LinkedHashMap<>();
        for (Overdue call : pending(now)) {
            if (now - call.since() >= limitNs) {
                byPeer.computeIfAbsent(call.peer(), peer -> new ArrayList<>()).add(call);
            }
        }
        byPeer.values().forEach(calls -> {
            calls.sort(Comparator.comparingLong(call -> call.since() - now));
            tell(calls, now);
        });
        told.values().removeIf(method -> method.next - now <= 0);
    }

    private List<Overdue> pending(long now) {
        List<Overdue> pending = new ArrayList<>(withoutRoom);
        waiting.forEach(call -> {
            long since = call.waitsSince();
            if (since != 0) {
                pending.add(Overdue.reply(call, since));
            }
        });
        others.get().forEach(call -> pending.add(Overdue.reply(call, call.seenAt(now))));
        return pending;
    }

    /** Of one rank, the oldest first: the oldest of those that are due, and how many others there are. */
    private void tell(List<Overdue> calls, long now) {
        Overdue oldest = null;
        for (Overdue call : calls) {
            Told method = told.computeIfAbsent(call.awaited(), text -> new Told(call.since()));
            if (method.next == 0 || method.next - now <= 0) {
                oldest = oldest == null ? call : oldest;
                method.saidAt(now);
            }
        }
        if (oldest != null) {
            System.err.println("rmi4mpi: " + text(oldest, calls.size() - 1, now));
        }
    }

    private String text(Overdue call, int more, long now) {
        long seconds = TimeUnit.NANOSECONDS.toSeconds(now - call.since());
        String others = more == 0 ? "" : ", and for " + more + (more == 1 ? " other" : " others") + " of that rank";
        return "rank " + rank + place(rank) + " has waited for " + seconds + " s, since "
                + LocalTime.now().minusSeconds(seconds).truncatedTo(ChronoUnit.SECONDS) + ", for "
                + call.awaited() + place(call.peer()) + others + ": " + advice(call.peer());
    }

    private String place(int of) {
        return of < processes.size() ? " (" + processes.get(of) + ")" : "";
    }

    private String advice(int peer) {
        if (peer >= processes.size()) {
            return "see whether that rank computes, waits for something, or is stopped";
        }
        RankProcess process = processes.get(peer);
        boolean isHere = process.host().equals(processes.get(rank).host());
        if (isHere && isStopped(process.pid())) {
            return "that process is stopped; kill -CONT " + process.pid() + " lets it go on";
        }
        return "see whether that rank computes, waits for something, is stopped, or cannot be reached: jstack "
                + process.pid() + " on its host tells what it does";
    }

    /** By Linux' word; false where that is not to be had. */
    private static boolean isStopped(long pid) {
        try {
            return Files.readAllLines(Path.of("/proc/" + pid + "/status")).stream()
                    .anyMatch(line -> line.startsWith("State:") && line.contains("(stopped)"));
        } catch (IOException e) {
            return false;
        }
    }
}

package org.rmi4mpi.dispatch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Reports calls of this rank that have had no reply for a long time, and messages whose next piece does not come. A method
 * is reported when its call passes the limit, and again after 1, 2, 4 ... minutes. So a method that never returns is
 * reported less and less often. A separate thread checks the calls periodically. It depends on nothing that may have
 * failed, and calls pay no cost. All state belongs to that thread, except the stop flag.
 */
final class OverdueCalls {
    private static final long LONGEST_STEP_NS = TimeUnit.SECONDS.toNanos(1);
    /** Shows the seconds of a full minute, too, which LocalTime.toString() omits. */
    private static final DateTimeFormatter TIME_OF_DAY = DateTimeFormatter.ofPattern("HH:mm:ss");
    private static final int STEPS_IN_LIMIT = 4;
    private static final long FIRST_REPEAT_NS = TimeUnit.MINUTES.toNanos(1);

    private final int rank;
    private final List<RankProcess> processes;
    private final long limitNs;
    private final long stepNs;
    private final PendingCalls waiting;
    private final Supplier<? extends Collection<? extends PendingCall>> others;
    private final RoomWaits roomWaits;
    private final Waits waits;
    /**
     * Reports by the text of the awaited event. An entry is dropped if the method is not overdue when the next report
     * would be due.
     */
    private final Map<String, Reports> reported = new HashMap<>();
    private final Thread thread = new Thread(this::watch, "rmi4mpi-overdue");
    private volatile boolean stopped;

    /** An awaited event, and the start of the wait in the time of {@link System#nanoTime}. */
    private record Overdue(String awaited, int peer, long since) {
        static Overdue reply(PendingCall call, long since) {
            return new Overdue("the reply to " + call, call.peer(), since);
        }

        static Overdue room(RoomWaits.Wait wait) {
            return new Overdue("room for " + wait.message + " at rank " + wait.receiver, wait.receiver,
                    wait.since);
        }

        static Overdue piece(IncomingPieces pieces, long since) {
            return new Overdue(pieces.toString(), pieces.sender(), since);
        }
    }

    /** The reports about one method: when its first overdue call began, and when the next report is due. */
    private static final class Reports {
        final long since;
        long next;

        Reports(long since) {
            this.since = since;
        }

        /** Schedules the next report at the next power of two in minutes since the first call began. */
        void scheduleNext(long now) {
            long step = FIRST_REPEAT_NS;
            while (since + step - now <= 0) {
                step *= 2;
            }
            next = since + step;
        }
    }

    /**
     * @param processes one entry per rank; empty if unknown
     * @param limitNs age at which a call is overdue
     * @param waiting the table of pending calls
     * @param roomWaits waits for room at a receiver
     * @param waits other waits, of which those for a piece of a message are reported
     * @param others pending calls outside the table, which may have no waiting thread
     */
    OverdueCalls(int rank, List<RankProcess> processes, long limitNs, PendingCalls waiting, RoomWaits roomWaits,
            Waits waits, Supplier<? extends Collection<? extends PendingCall>> others) {
        this.rank = rank;
        this.processes = processes;
        this.limitNs = limitNs;
        stepNs = Math.min(LONGEST_STEP_NS, limitNs / STEPS_IN_LIMIT);
        this.waiting = waiting;
        this.roomWaits = roomWaits;
        this.waits = waits;
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

    private void watch() {
        for (long last = System.nanoTime(); !stopped;) {
            pause();
            long now = System.nanoTime();
            // Otherwise this rank itself was stopped, and replies may be waiting to be received.
            if (now - last < limitNs) {
                tryCheck(now);
            }
            last = now;
        }
    }

    private void pause() {
        try {
            TimeUnit.NANOSECONDS.sleep(stepNs);
        } catch (InterruptedException e) {
            // The job ends, or the program interrupts every thread it finds.
        }
    }

    private void tryCheck(long now) {
        try {
            check(now);
        } catch (OutOfMemoryError | LinkageError | RuntimeException e) {
            // The next check reports, if there is memory, also for classes, and standard error accepts it.
        }
    }

    private void check(long now) {
        Map<Integer, List<Overdue>> byPeer = new LinkedHashMap<>();
        for (Overdue call : pending(now)) {
            if (now - call.since() >= limitNs) {
                byPeer.computeIfAbsent(call.peer(), peer -> new ArrayList<>()).add(call);
            }
        }
        byPeer.values().forEach(calls -> {
            calls.sort(Comparator.comparingLong(call -> call.since() - now));
            report(calls, now);
        });
        reported.values().removeIf(method -> method.next - now <= 0);
    }

    private List<Overdue> pending(long now) {
        List<Overdue> pending = new ArrayList<>();
        roomWaits.forEach(wait -> pending.add(Overdue.room(wait)));
        waits.forEachPiece((pieces, since) -> pending.add(Overdue.piece(pieces, since)));
        waiting.forEach(call -> {
            long since = call.waitsSince();
            if (since != 0) {
                pending.add(Overdue.reply(call, since));
            }
        });
        others.get().forEach(call -> pending.add(Overdue.reply(call, call.seenAt(now))));
        return pending;
    }

    /** Reports one line for a rank: its oldest call that is due, and the number of other overdue calls. */
    private void report(List<Overdue> calls, long now) {
        Overdue oldest = null;
        for (Overdue call : calls) {
            Reports method = reported.computeIfAbsent(call.awaited(), text -> new Reports(call.since()));
            if (method.next == 0 || method.next - now <= 0) {
                oldest = oldest == null ? call : oldest;
                method.scheduleNext(now);
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
                + TIME_OF_DAY.format(LocalTime.now().minusSeconds(seconds)) + ", for "
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
            return "that process is stopped; kill -CONT " + process.pid() + " resumes it";
        }
        return "see whether that rank computes, waits for something, is stopped, or cannot be reached: rmi4mpirun --why tells, or jstack "
                + process.pid() + " on its host shows its threads";
    }

    /** Reads the process state from /proc. Returns false where that is not available. */
    private static boolean isStopped(long pid) {
        try {
            return Files.readAllLines(Path.of("/proc/" + pid + "/status")).stream()
                    .anyMatch(line -> line.startsWith("State:") && line.contains("(stopped)"));
        } catch (IOException e) {
            return false;
        }
    }
}

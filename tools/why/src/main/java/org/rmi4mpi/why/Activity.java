package org.rmi4mpi.why;

import java.util.List;
import java.util.Set;
import org.rmi4mpi.bridge.Awaited;
import org.rmi4mpi.bridge.Awaited.Event;

/**
 * A thread of a program, and what it does.
 *
 * @param awaited null unless the state is EVENT, or it is FUTURE and the rank has calls without an outcome
 */
record Activity(int rank, ThreadAnswer thread, State state, Awaited awaited) {
    static final String FINALIZE = "MPI.Finalize";
    private static final String JOB = "org.rmi4mpi.bridge.Job";
    private static final Set<String> FUTURES = Set.of("org.rmi4mpi.ref.RemoteFuture", "org.rmi4mpi.peer.PeerFuture");
    /** A thread that waits for a future names as many calls. */
    private static final int MOST_CALLS = 3;

    enum State {
        COMPUTES,
        /** It waits for a time. */
        SLEEPS,
        /** It waits for a monitor or lock that another thread has. */
        MONITOR,
        /** It waits until another thread notifies it. */
        CONDITION,
        /** It waits for asynchronous calls. */
        FUTURE,
        /** It waits for an event of the job. */
        EVENT
    }

    /**
     * What a thread does; null if it is no thread of the program, or works for nobody.
     *
     * @param requests the rank's calls for whose replies no thread waits
     */
    static Activity of(int rank, ThreadAnswer thread, List<Waiting> requests, List<Integer> allRanks) {
        boolean begins = has(thread, "start");
        boolean ends = has(thread, "finish");
        boolean isOurs = thread.name().startsWith("rmi4mpi-");
        boolean isOfProgram = thread.stack().stream().anyMatch(Frame::isOfProgram);
        if (!isOfProgram && thread.serves().isEmpty() && (isOurs || !begins && !ends)) {
            return null;
        }
        Awaited known = thread.waiting() == null ? null : thread.waiting().awaited();
        if (begins || ends) {
            Awaited all = new Awaited(Event.COLLECTIVE, begins ? "MPI.Init" : FINALIZE, "",
                    known == null ? allRanks : known.ranks(), "");
            return new Activity(rank, thread, State.EVENT, all);
        } else if (known != null) {
            return new Activity(rank, thread, State.EVENT, known.call().isEmpty() ? named(known, thread) : known);
        }
        State state = state(thread);
        return new Activity(rank, thread, state, switch (state) {
            case EVENT -> new Awaited(Event.OTHER, faceCall(thread), "", List.of(), "");
            case FUTURE -> anyOf(requests);
            default -> null;
        });
    }

    /** The reply to one of some calls; null if there are none. */
    private static Awaited anyOf(List<Waiting> requests) {
        List<Awaited> calls = requests.stream().map(Waiting::awaited)
                .filter(each -> each != null && each.event() == Event.REPLY).toList();
        if (calls.isEmpty()) {
            return null;
        }
        List<String> names = calls.stream().map(Awaited::call).distinct().toList();
        String more = names.size() > MOST_CALLS ? " or " + (names.size() - MOST_CALLS) + " others" : "";
        return new Awaited(Event.REPLY,
                String.join(" or ", names.subList(0, Math.min(MOST_CALLS, names.size()))) + more, "",
                calls.stream().map(each -> each.ranks().get(0)).distinct().toList(), "");
    }

    private static boolean has(ThreadAnswer thread, String method) {
        return thread.stack().stream().anyMatch(frame -> frame.isIn(JOB, method));
    }

    private static Awaited named(Awaited event, ThreadAnswer thread) {
        return new Awaited(event.event(), faceCall(thread), event.on(), event.ranks(), event.which());
    }

    private static State state(ThreadAnswer thread) {
        boolean isBlocked = thread.state() == Thread.State.BLOCKED;
        if (isBlocked || thread.owner() >= 0 && thread.state() != Thread.State.RUNNABLE) {
            return State.MONITOR;
        } else if (thread.stack().stream().anyMatch(frame -> FUTURES.contains(frame.type()))) {
            return State.FUTURE;
        } else if (isInLibrary(thread)) {
            return State.EVENT;
        }
        return switch (thread.state()) {
            case WAITING -> State.CONDITION;
            case TIMED_WAITING -> State.SLEEPS;
            default -> State.COMPUTES;
        };
    }

    /** Whether the innermost frame that is not the JDK's is ours. */
    private static boolean isInLibrary(ThreadAnswer thread) {
        return thread.stack().stream().filter(frame -> !frame.isOfJdk()).findFirst().map(Frame::isOfLibrary)
                .orElse(false);
    }

    /** The call of a face that the program has made; empty if there is none. */
    private static String faceCall(ThreadAnswer thread) {
        String call = "";
        for (Frame frame : thread.stack()) {
            if (frame.isOfProgram()) {
                return call;
            } else if (frame.isOfFace()) {
                call = frame.method().equals("<init>") ? frame.type().substring(frame.type().lastIndexOf('.') + 1)
                        : frame.method();
            }
        }
        return call;
    }

    /** The part of the stack that is the program's: without ours, and without the JDK's beneath and in our waits. */
    List<Frame> programStack() {
        List<Frame> stack = thread.stack();
        int end = stack.size();
        while (end > 0 && !stack.get(end - 1).isOfProgram()) {
            end--;
        }
        int begin = 0;
        for (int i = 0; i < end; i++) {
            begin = stack.get(i).isOfLibrary() ? i : begin;
        }
        return stack.subList(begin, end).stream().filter(frame -> !frame.isOfLibrary()).toList();
    }

    /** Two threads are never the same, and comparing their stacks takes time. */
    @Override
    public boolean equals(Object other) {
        return this == other;
    }

    @Override
    public int hashCode() {
        return System.identityHashCode(this);
    }

    boolean waitsFor(Event event) {
        return awaited != null && awaited.event() == event;
    }

    /** The thread, in words that others follow. */
    String who() {
        return name() + (thread.serves().isEmpty() ? "" : ",");
    }

    /** The thread, in words. */
    String name() {
        String name = thread.name().replaceFirst(" \\(waits for .*", "");
        return "rank " + rank + (thread.serves().isEmpty() ? name.equals("main") ? "" : " (thread " + name + ")"
                : ", which " + thread.serves());
    }

    /** What it does, in words that follow those of {@link #who}. */
    String does() {
        String words = switch (state) {
            case COMPUTES -> "computes";
            case SLEEPS -> isIn("sleep") ? "sleeps" : "waits for a time";
            case MONITOR -> "waits for the " + (thread.state() == Thread.State.BLOCKED ? "monitor of " : "lock ")
                    + thread.lock() + ", which thread " + ownerName() + " has";
            case CONDITION -> "waits for a notify" + (thread.lock().isEmpty() ? "" : " of " + thread.lock());
            case FUTURE -> awaited == null ? "waits for an asynchronous call" : event();
            case EVENT -> event();
        };
        return words + lasting() + place();
    }

    private boolean isIn(String method) {
        return thread.stack().stream().anyMatch(frame -> frame.isIn("java.lang.Thread", method));
    }

    private String ownerName() {
        return thread.ownerName().replaceFirst(" \\(waits for .*", "");
    }

    /** The event of a thread that waits for one, in words. */
    String event() {
        String on = awaited.on().isEmpty() ? "" : " on " + awaited.on();
        String which = awaited.which().isEmpty() ? "" : ", " + awaited.which();
        return switch (awaited.event()) {
            case REPLY -> "waits for the reply to " + awaited.call();
            case MESSAGE ->
                "waits in " + awaited.call() + " for a message of " + Ranks.any(awaited.ranks()) + which + on;
            case RECEIVE -> "waits in " + awaited.call() + " until " + Ranks.any(awaited.ranks()) + " receives it"
                    + which + on;
            case COLLECTIVE -> "waits in " + awaited.call() + on;
            case LOCK -> "waits for the lock of " + awaited.on() + (awaited.ranks().isEmpty() ? ""
                    : ", which " + Ranks.all(awaited.ranks()) + " has");
            case MAIL -> "waits for mail of " + (awaited.on().isEmpty() ? "any task" : awaited.on()) + which;
            case PIECE -> "waits for " + awaited.call() + ", which " + Ranks.any(awaited.ranks()) + " writes";
            case ROOM -> "waits for room at " + Ranks.all(awaited.ranks()) + " for " + awaited.call()
                    + (awaited.which().isEmpty() ? "" : ": " + awaited.which());
            case OTHER -> "waits in " + (awaited.call().isEmpty() ? "rmi4mpi" : awaited.call());
        };
    }

    long seconds() {
        return thread.waiting() == null ? -1 : thread.waiting().seconds();
    }

    private String lasting() {
        return seconds() < 0 ? "" : ", for " + seconds() + " s";
    }

    /** Where the program is, in words that follow others; empty if the thread has no frame of it. */
    String place() {
        return thread.stack().stream().filter(Frame::isOfProgram).findFirst().map(frame -> ", at " + frame).orElse("");
    }

    String words() {
        return who() + " " + does();
    }
}

package org.rmi4mpi.launch;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.util.HashSet;
import java.util.List;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.rmi4mpi.bridge.Job;
import org.rmi4mpi.ref.ReferenceLayer;

/**
 * A program of {@code --rmi}, which knows of no job: the job begins before its main, and ends when the mains of all
 * ranks have returned, but for those that only serve. Until then each rank serves calls, also one that has exited.
 *
 * <p>The way to the end is the same on every rank: it waits in a barrier, serving calls; then it exits, and when the
 * program's own exit hooks, which may make calls, are done, MPI is finalised. Used by any thread.
 */
public final class RmiProgram {
    private static final String WANTED = "rmi4mpi.rmi";
    private static final String SERVES = "rmi4mpi.serve";
    private static final String STAYS = "rmi4mpi.stay";
    private static final long WATCH_MS = 5_000;
    private static final long HOOKS_POLL_MS = 5;
    private static final long HOOKS_PATIENCE_MS = 10_000;

    private static final Object END = new Object();

    private static ProgramListener listener;
    /** Guarded by END. */
    private static boolean isOver;
    /** Guarded by the class, like the next. */
    private static boolean hasExited;
    private static Set<Thread> threadsAtExit = Set.of();
    private static volatile int exitStatus;
    /** Whether a thread exits that has begun after the exit, as exit hooks do. */
    private static volatile boolean exitsAgain;

    private RmiProgram() {}

    /** Whether the launcher was called with --rmi. */
    static boolean isWanted() {
        return Boolean.getBoolean(WANTED);
    }

    /** Starts the job; main comes next. */
    static void begin() {
        Job.start();
        boolean serves = Boolean.getBoolean(SERVES);
        List<RankPlace> ranks = RankPlace.gather(serves);
        System.setProperty("rmi4mpi.rank", Integer.toString(Job.javaRank(Job.rank())));
        System.setProperty("rmi4mpi.size", Integer.toString(ranks.size()));
        System.setProperty("rmi4mpi.hosts", ranks.stream().map(RankPlace::host).collect(Collectors.joining(",")));
        listener = ServiceLoader.load(ProgramListener.class).findFirst().orElseThrow(() -> new IllegalStateException(
                "--rmi needs rmi4mpi-rmi.jar on the class path, beside rmi4mpi-core.jar"));
        listener.begins(ranks, TimeUnit.MILLISECONDS.toNanos(Options.START_PATIENCE.value()));
        Thread main = Thread.currentThread();
        Thread watch = serves ? new Thread(RmiProgram::endWithJob, "rmi4mpi-serve")
                : new Thread(() -> watch(main), "rmi4mpi-watch");
        watch.setDaemon(true);
        watch.start();
    }

    /** Says it once where a job goes on for the sake of threads that do nothing: they may be there to serve. */
    private static void watch(Thread main) {
        boolean before = false;
        while (Job.isRunning() && !hasExited()) {
            RankEnd.pause(WATCH_MS);
            try {
                String keeper = keeper(main);
                boolean now = keeper != null && listener.othersEnded();
                if (before && now) {
                    System.err.println(RankEnd.who() + ": all other ranks have ended, and the job waits for this one, "
                            + keeper + ": a rank that serves the others is started with --serve");
                    return;
                }
                before = now;
            } catch (OutOfMemoryError e) {
                before = false; // the program is at work
            }
        }
    }

    /** What keeps this rank from its end, if it does not compute; null otherwise. */
    private static String keeper(Thread main) {
        if (RankEnd.hasReturned()) {
            List<Thread> others = RankEnd.otherThreads(main);
            return !others.isEmpty() ? "where main has returned, for its thread \"" + others.get(0).getName() + "\""
                    : stays() ? "which has exported objects, and stays" : null;
        }
        StackTraceElement[] stack = main.getStackTrace();
        Thread.State state = main.getState();
        boolean parked = state == Thread.State.WAITING || state == Thread.State.TIMED_WAITING;
        boolean reads = stack.length > 0 && stack[0].getClassName().startsWith("java.io.");
        return (parked || reads) && stack.length > 0 ? "whose main is in " + stack[0].getClassName() + "."
                + stack[0].getMethodName() : null;
    }

    /** Whether this rank goes on for the sake of its objects, as a JVM does in the JDK's RMI. */
    static boolean stays() {
        return Boolean.getBoolean(STAYS) && listener.hasExports();
    }

    public static boolean mainHasReturned() {
        return RankEnd.hasReturned();
    }

    /** Main has returned, and no thread of the program lives. Does not return. */
    static void mainReturned() {
        listener.ends();
        endWithJob();
    }

    private static void endWithJob() {
        awaitOthers();
        exit(0);
    }

    /** Returns when all ranks have come here. */
    private static void awaitOthers() {
        synchronized (END) {
            if (!isOver) {
                Job.barrier();
                isOver = true;
            }
        }
    }

    /**
     * What System.exit is to the program. With status 0 the JVM lives on until the job ends; with another the job ends
     * with it, as the JVM does.
     */
    public static void exit(int status) {
        synchronized (RmiProgram.class) {
            if (!hasExited) {
                hasExited = true;
                exitStatus = status;
                threadsAtExit = new HashSet<>(Thread.getAllStackTraces().keySet());
            } else if (threadsAtExit.add(Thread.currentThread())) {
                exitsAgain = true;
            }
        }
        if (ReferenceLayer.callerRank() >= 0) {
            exitAside(status, "the method has called System.exit(" + status + ")");
        } else if (status == 0 && holdsLocks()) {
            exitAside(status, "System.exit(0) was called by a thread that held locks: it ends here");
        }
        System.exit(status);
    }

    /** Ends this thread alone: its caller has to be told, and others go on, who may want its locks. */
    private static void exitAside(int status, String reason) {
        new Thread(() -> System.exit(status), "rmi4mpi-exit-" + status).start();
        throw new Error(reason);
    }

    private static boolean holdsLocks() {
        ThreadInfo thread = ManagementFactory.getThreadMXBean()
                .getThreadInfo(new long[] {Thread.currentThread().getId()}, true, true)[0];
        return thread.getLockedMonitors().length > 0 || thread.getLockedSynchronizers().length > 0;
    }

    /** Whether the program has called System.exit: what its threads do then is of no interest. */
    static synchronized boolean hasExited() {
        return hasExited;
    }

    /** In an exit hook of the JVM, while the job runs. */
    static void atExit() {
        awaitOtherHooks();
        if (exitStatus != 0) {
            System.err.println(RankEnd.who() + ": the program exits with status " + exitStatus + "; the job ends");
            Job.abort(exitStatus);
        }
        listener.ends();
        awaitOthers();
        Job.finish();
        if (exitsAgain) {
            Runtime.getRuntime().halt(0); // the JVM waits for its hooks, and one of them waits for the JVM
        }
    }

    /** Exit hooks run all at once; those of the program may need the job. */
    private static void awaitOtherHooks() {
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(HOOKS_PATIENCE_MS);
        while (hasOtherHooks() && System.nanoTime() - deadline < 0) {
            RankEnd.pause(HOOKS_POLL_MS);
        }
    }

    /** The JVM lists threads before it looks at their stacks: hooks are looked for when all have been started. */
    private static synchronized boolean hasOtherHooks() {
        return hasExited && (Thread.getAllStackTraces().values().stream().anyMatch(RmiProgram::startsHooks)
                || Thread.getAllStackTraces().keySet().stream().anyMatch(RmiProgram::isOtherHook));
    }

    private static boolean isOtherHook(Thread thread) {
        return !thread.isDaemon() && thread != Thread.currentThread() && !threadsAtExit.contains(thread)
                && !thread.getName().startsWith("rmi4mpi-exit");
    }

    /** The JVM starts all hooks, of which this may be the first, and then joins them. */
    private static boolean startsHooks(StackTraceElement[] stack) {
        for (int i = 0; i < stack.length; i++) {
            if (stack[i].getClassName().equals("java.lang.ApplicationShutdownHooks")) {
                return i == 0 || !stack[i - 1].getMethodName().equals("join");
            }
        }
        return false;
    }
}

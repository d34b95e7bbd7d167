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
 * A program run with {@code --rmi}, which does not know of the job. The job starts before its main. It ends when the
 * mains of all ranks have returned, except ranks that only serve. Until then each rank serves calls, even after its
 * program has exited.
 *
 * <p>Every rank ends in the same way. It waits in a barrier while it serves calls, and then exits. The program's exit
 * hooks may make calls. When they are done, MPI is finalised. Used by any thread.
 */
public final class RmiProgram {
    /** Property with the hosts of all ranks, separated by commas, for the program. */
    public static final String HOSTS = "rmi4mpi.hosts";

    private static final String RANK = "rmi4mpi.rank";
    private static final String SIZE = "rmi4mpi.size";
    private static final long WATCH_MS = 5_000;
    private static final long HOOKS_POLL_MS = 5;
    /** The hooks end this wait. Without them the job ends after this time. */
    private static final long HOOKS_PATIENCE_MS = 10_000;

    private static final Object END = new Object();

    private static ProgramListener listener;
    /** Guarded by END. */
    private static boolean isOver;
    /** Guarded by the class, as is threadsAtExit. */
    private static boolean hasExited;
    private static Set<Thread> threadsAtExit = Set.of();
    private static volatile int exitStatus;
    /** Whether System.exit was called by a thread that began after the first exit, such as an exit hook. */
    private static volatile boolean exitsAgain;

    private RmiProgram() {}

    /** Whether the launcher was given --rmi. */
    static boolean isWanted() {
        return Options.RMI.isSet();
    }

    /** Starts the job. The caller runs main next. */
    static void begin() {
        RankJob.start();
        boolean serves = Options.SERVES.isSet();
        List<RankPlace> ranks = RankPlace.gather(serves);
        System.setProperty(RANK, Integer.toString(Job.javaRank(Job.rank())));
        System.setProperty(SIZE, Integer.toString(ranks.size()));
        System.setProperty(HOSTS, ranks.stream().map(RankPlace::host).collect(Collectors.joining(",")));
        listener = ServiceLoader.load(ProgramListener.class).findFirst().orElseThrow(() -> new IllegalStateException(
                "--rmi needs rmi4mpi-rmi.jar on the class path, beside rmi4mpi-core.jar"));
        listener.begin(ranks, TimeUnit.MILLISECONDS.toNanos(Options.START_PATIENCE.value()));
        Thread main = Thread.currentThread();
        Thread watch = serves ? new Thread(RmiProgram::endWithJob, "rmi4mpi-serve")
                : new Thread(() -> watch(main), "rmi4mpi-watch");
        watch.setDaemon(true);
        watch.start();
    }

    /**
     * Prints a hint, once, if the job goes on only for this rank and this rank's threads do nothing. The user may have
     * meant this rank only to serve.
     */
    private static void watch(Thread main) {
        boolean before = false;
        while (Job.isRunning() && !hasExited()) {
            ProgramMain.pause(WATCH_MS);
            try {
                String keeper = keeper(main);
                boolean now = keeper != null && listener.othersEnded();
                if (before && now) {
                    System.err.println(RankLabels.who()
                            + ": all other ranks have ended, and the job waits for this one, "
                            + keeper + (listener.hasExports() ? ": if it only serves the others, start it with --serve"
                                    : ": it serves nothing, and the job ends when its main and threads do"));
                    return;
                }
                before = now;
            } catch (OutOfMemoryError e) {
                before = false; // Memory is short because the program is working.
            }
        }
    }

    /** Describes the reason why this rank has not ended. Returns null if the rank computes. */
    private static String keeper(Thread main) {
        if (ProgramMain.hasReturned()) {
            List<Thread> others = ProgramMain.otherThreads(main);
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

    /** Whether this rank continues because of its exported objects, as a JVM does under JDK RMI. */
    static boolean stays() {
        return Options.STAYS.isSet() && listener.hasExports();
    }

    public static boolean mainHasReturned() {
        return ProgramMain.hasReturned();
    }

    /**
     * Ends the job after main has returned and all threads of the program have ended. A program that uses package mpi
     * may have ended it. Does not return.
     */
    static void mainReturned() {
        if (Job.isRunning()) {
            listener.end();
            awaitOthers();
        }
        exit(0);
    }

    private static void endWithJob() {
        awaitOthers();
        exit(0);
    }

    /** Waits until all ranks have called this method. */
    private static void awaitOthers() {
        synchronized (END) {
            if (!isOver) {
                Job.barrier();
                isOver = true;
            }
        }
    }

    /**
     * Replaces System.exit in the program. With status 0 the JVM lives on until the job ends. Any other status ends the
     * job too.
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
            exitAside(status, "System.exit(0) was called by a thread that held locks: the thread ends here");
        }
        System.exit(status);
    }

    /**
     * Exits in another thread, and ends only the current one by an Error. Its caller has to be told, and other threads
     * may want its locks.
     */
    private static void exitAside(int status, String reason) {
        new Thread(() -> System.exit(status), "rmi4mpi-exit-" + status).start();
        throw new Error(reason);
    }

    private static boolean holdsLocks() {
        ThreadInfo thread = ManagementFactory.getThreadMXBean()
                .getThreadInfo(new long[] {Thread.currentThread().getId()}, true, true)[0];
        return thread.getLockedMonitors().length > 0 || thread.getLockedSynchronizers().length > 0;
    }

    /** Whether the program has called System.exit. From then on it does not matter how its threads end. */
    static synchronized boolean hasExited() {
        return hasExited;
    }

    /** Exit hook of the JVM, while the job runs. */
    static void atExit() {
        awaitOtherHooks();
        if (exitStatus != 0) {
            System.err.println(RankLabels.who() + ": the program exits with status " + exitStatus + "; the job ends");
            Job.abort(exitStatus);
        }
        listener.end();
        awaitOthers();
        Job.finish();
        if (exitsAgain) {
            Runtime.getRuntime().halt(0); // The JVM waits for its hooks, and one of the hooks waits for the JVM.
        }
    }

    /** Waits for the program's exit hooks, which run concurrently and may need the job. */
    private static void awaitOtherHooks() {
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(HOOKS_PATIENCE_MS);
        while (hasOtherHooks() && System.nanoTime() - deadline < 0) {
            ProgramMain.pause(HOOKS_POLL_MS);
        }
    }

    /**
     * Whether other hooks are running or yet to start. The JVM lists threads before it reads their stacks, so hooks are
     * looked up only after all have been started.
     */
    private static synchronized boolean hasOtherHooks() {
        return hasExited && (Thread.getAllStackTraces().values().stream().anyMatch(RmiProgram::startsHooks)
                || Thread.getAllStackTraces().keySet().stream().anyMatch(RmiProgram::isOtherHook));
    }

    private static boolean isOtherHook(Thread thread) {
        return !thread.isDaemon() && thread != Thread.currentThread() && !threadsAtExit.contains(thread)
                && !thread.getName().startsWith("rmi4mpi-exit");
    }

    /**
     * Whether this stack shows that the JVM is still starting hooks. It starts all of them, this one possibly first,
     * and then joins them.
     */
    private static boolean startsHooks(StackTraceElement[] stack) {
        for (int i = 0; i < stack.length; i++) {
            if (stack[i].getClassName().equals("java.lang.ApplicationShutdownHooks")) {
                return i == 0 || !stack[i - 1].getMethodName().equals("join");
            }
        }
        return false;
    }
}

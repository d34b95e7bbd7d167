package org.rmi4mpi.launch;

import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.rmi4mpi.bridge.Job;
import sun.misc.Signal;
import sun.misc.SignalHandler;

/**
 * Ends a rank whose job is told to end, after the program's hooks have run. A scheduler says so by SIGTERM, some time
 * before it kills the job. The signal reaches a rank in one of two ways:
 *
 * <ul>
 * <li>As SIGUSR1: {@code rmi4mpirun} sends SIGUSR1 when it gets SIGTERM, since Open MPI's mpirun kills the ranks one
 * second after it gets a SIGTERM itself.
 * <li>As SIGTERM: from srun, from the scheduler itself, or from an mpirun that kills the job.
 * </ul>
 *
 * <p>A launcher kills the other ranks as soon as one has ended by a signal. So a rank whose hooks have run waits for
 * the hooks of all others. It does not wait where an mpirun has sent SIGTERM, because that mpirun kills all ranks soon.
 *
 * <p>Its state changes under the class's monitor.
 */
public final class Termination {
    /** The sum of 128 and the number of SIGTERM. A JVM without hooks ends with this status, too. */
    static final int STATUS = 143;

    /** The launcher does not kill a rank that has a thread whose name begins so: {@code kill_late} in rmi4mpirun. */
    private static final String HOOKS_THREAD = "rmi4mpi-hooks";
    private static final String EXIT_HOOKS_THREAD = HOOKS_THREAD + "-exit";

    private static final List<Runnable> HOOKS = new ArrayList<>();
    private static final AtomicBoolean BEGUN = new AtomicBoolean();
    private static final boolean HAS_MPIRUN =
            System.getenv("OMPI_COMM_WORLD_SIZE") != null || System.getenv("MPI_LOCALNRANKS") != null;
    private static boolean watches;
    private static volatile boolean isTold;

    private Termination() {}

    /**
     * Registers a hook.
     *
     * @throws IllegalStateException if the job has been told to end
     */
    public static void add(Runnable hook) {
        watch();
        synchronized (HOOKS) {
            if (BEGUN.get()) {
                throw new IllegalStateException("the job has been told to end, and its hooks run already: register them"
                        + " at the start");
            }
            HOOKS.add(hook);
        }
    }

    /** Notes that this rank ends since the job ends, so that its end is not a failure of its own. */
    static void markTold() {
        isTold = true;
    }

    static boolean isTold() {
        return isTold;
    }

    /** Handles the signals from now on, unless the user has had them ignored, or the program handles them itself. */
    static synchronized void watch() {
        if (watches) {
            return;
        }
        watches = true;
        SignalHandler others = handle("USR1", s -> begin(true));
        if (others != SignalHandler.SIG_DFL && others != null) {
            Signal.handle(new Signal("USR1"), others); // The program handles or ignores this signal.
        }
        SignalHandler[] standard = new SignalHandler[1];
        standard[0] = handle("TERM", s -> {
            if (HAS_MPIRUN) {
                LostHost.tell();
            }
            if (HAS_MPIRUN && !hasHooks()) {
                markTold();
                standard[0].handle(s);
            } else {
                begin(!HAS_MPIRUN);
            }
        });
        if (standard[0] == SignalHandler.SIG_IGN) {
            Signal.handle(new Signal("TERM"), SignalHandler.SIG_IGN); // It stays ignored.
        }
    }

    /** Returns the previous handler; null if the JVM keeps the signal for itself, as it keeps SIGTERM with -Xrs. */
    private static SignalHandler handle(String signal, SignalHandler handler) {
        try {
            return Signal.handle(new Signal(signal), handler);
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    private static boolean hasHooks() {
        synchronized (HOOKS) {
            return !HOOKS.isEmpty();
        }
    }

    /** Runs on the JVM's thread of signals, which has to return. */
    private static void begin(boolean together) {
        markTold();
        if (BEGUN.compareAndSet(false, true)) {
            long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(patienceMs());
            daemon("rmi4mpi-termination", () -> end(together, deadline)).start();
        }
    }

    private static long patienceMs() {
        try {
            return Options.TERMINATION_PATIENCE.value();
        } catch (IllegalArgumentException e) {
            return Options.TERMINATION_PATIENCE.standard(); // MPI.Init has reported the wrong value.
        }
    }

    private static Thread daemon(String name, Runnable body) {
        Thread thread = new Thread(body, name);
        thread.setDaemon(true);
        return thread;
    }

    private static void end(boolean together, long deadline) {
        List<Runnable> hooks;
        synchronized (HOOKS) {
            hooks = List.copyOf(HOOKS);
        }
        if (!hooks.isEmpty() && !endsBefore(deadline, daemon(HOOKS_THREAD, () -> hooks.forEach(Termination::run)))) {
            System.err.println(RankLabels.who() + ": a hook of Ranks.onTermination still runs after " + patienceMs()
                    + " ms, and the rank ends without it: save less there, or give it more time by "
                    + Options.TERMINATION_PATIENCE.flag() + "=N");
        }
        if (together && Job.isRunning()) {
            endsBefore(deadline, daemon("rmi4mpi-last-meeting", Termination::meet));
        }
        endProcess(deadline);
    }

    private static void run(Runnable hook) {
        try {
            hook.run();
        } catch (Throwable e) {
            System.err.println(RankLabels.who() + ": a hook of Ranks.onTermination has failed:");
            e.printStackTrace();
        }
    }

    private static void meet() {
        try {
            Job.lastMeeting();
        } catch (RuntimeException e) {
            // The job has ended in another way meanwhile, so no rank is left to wait for.
        }
    }

    private static boolean endsBefore(long deadline, Thread thread) {
        thread.start();
        try {
            TimeUnit.NANOSECONDS.timedJoin(thread, Math.max(1, deadline - System.nanoTime()));
        } catch (InterruptedException e) {
            // The program interrupts every thread it finds.
        }
        return !thread.isAlive();
    }

    /** The exit hooks of the JVM run as well, such as those of a flight recording. They may hang. */
    private static void endProcess(long deadline) {
        if (HAS_MPIRUN) {
            Job.abortAtExit();
        }
        endsBefore(Math.max(deadline, System.nanoTime() + TimeUnit.SECONDS.toNanos(2)),
                daemon(hasExitHooks() ? EXIT_HOOKS_THREAD : "rmi4mpi-exit", () -> System.exit(STATUS)));
        Runtime.getRuntime().halt(STATUS);
    }

    /** Whether the program has hooks of {@link Runtime#addShutdownHook}. True where the JVM does not tell. */
    private static boolean hasExitHooks() {
        try {
            Field hooks = Class.forName("java.lang.ApplicationShutdownHooks").getDeclaredField("hooks");
            hooks.setAccessible(true);
            return ((Map<?, ?>) hooks.get(null)).keySet().stream().anyMatch(Termination::isOfProgram);
        } catch (ReflectiveOperationException | RuntimeException e) {
            return true;
        }
    }

    private static boolean isOfProgram(Object hook) {
        boolean isOfJdk = hook.getClass() != Thread.class && hook.getClass().getClassLoader() == null;
        return !isOfJdk && !((Thread) hook).getName().startsWith("rmi4mpi-");
    }
}

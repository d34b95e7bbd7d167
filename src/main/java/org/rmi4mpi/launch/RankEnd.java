package org.rmi4mpi.launch;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.rmi4mpi.bridge.Job;
import org.rmi4mpi.bridge.LostRanks;
import org.rmi4mpi.bridge.Meetings;
import sun.misc.Signal;
import sun.misc.SignalHandler;

/**
 * Handles the ends of a rank other than MPI.Finalize: a main that returns without it, an exception that leaves main,
 * and a JVM that exits too early. The last two abort the whole job, because the other ranks would wait forever.
 */
final class RankEnd {
    private static final int FAILED = 1;
    private static final long THREADS_POLL_MS = 20;
    /** After this time a line reports a wait, which the other ranks end. */
    private static final long PATIENCE_MS = 10_000;
    /**
     * A rank that cannot start waits for this long for the first rank, and for each further rank before it, so that
     * they report first.
     */
    private static final long FIRST_TURN_MS = 1_500;
    private static final long TURN_MS = 250;
    private static final long LONGEST_TURN_MS = 3_000;

    private RankEnd() {}

    /** Starts to watch for an early end of this rank. */
    static void watch() {
        Thread main = Thread.currentThread();
        if (Thread.getDefaultUncaughtExceptionHandler() == null) {
            Thread.setDefaultUncaughtExceptionHandler((thread, e) -> {
                if (thread == main) {
                    uncaughtInMain(e);
                } else if (!RmiProgram.hasExited()) {
                    System.err.print(described("uncaught exception in thread \"" + thread.getName() + "\"", e));
                }
            });
        }
        Termination.watch();
        noticeTermination("INT");
        noticeTermination("HUP");
        Runtime.getRuntime().addShutdownHook(new Thread(RankEnd::atExit, "rmi4mpi-exit"));
    }

    /** Notes a termination signal. The launcher ends ranks by signals, so such an end is not a failure of this rank. */
    private static void noticeTermination(String signal) {
        try {
            SignalHandler[] previous = new SignalHandler[1];
            previous[0] = Signal.handle(new Signal(signal), s -> {
                Termination.markTold();
                previous[0].handle(s);
            });
            if (previous[0] == SignalHandler.SIG_IGN) {
                Signal.handle(new Signal(signal), SignalHandler.SIG_IGN); // Under nohup the signal stays ignored.
            }
        } catch (IllegalArgumentException e) {
            // With -Xrs the signal ends the process at once, without exit hooks.
        }
    }

    /** Reports the exception and aborts the job. Does not return. */
    static void uncaughtInMain(Throwable e) {
        OptionException wrong = OptionException.in(e);
        if (wrong != null) {
            notStarted(new StartException(wrong.getMessage())); // The stack would tell nothing more.
        }
        Termination.markTold();
        try {
            System.out.flush();
            System.err.print(described("uncaught exception in main; the job ends", StackTraces.ofProgram(e)));
            if (!Job.isInitialized()) {
                tellMissing(); // from MPI.Init on it has been told
            }
            System.err.flush();
        } catch (OutOfMemoryError another) {
            // Printed in parts, because concatenation needs memory.
            System.err.print("rmi4mpi: a rank's main has run out of memory (");
            System.err.print(another.getMessage());
            System.err.println("); the job ends: raise -Xmx, or the limit that the text names");
        } finally {
            Job.abort(FAILED);
        }
    }

    private static void tellMissing() {
        List<String> lines = new ArrayList<>();
        ClassPathCheck.addMissingTo(lines);
        for (String line : lines) {
            System.err.println("rmi4mpi: " + line);
        }
    }

    /**
     * Reports that the program cannot be started, and aborts the job. All ranks of a program usually fail at once and
     * for the same reason. So the first rank reports it, and its abort ends the others before they do. Does not return.
     */
    static void notStarted(StartException e) {
        int rank = RankLabels.rankInEnvironment();
        try {
            Thread.sleep(rank <= 0 ? 0 : Math.min(LONGEST_TURN_MS, FIRST_TURN_MS + TURN_MS * (rank - 1L)));
        } catch (InterruptedException interrupted) {
            // Reports at once.
        }
        Termination.markTold();
        System.err.println("rmi4mpi: " + e.getMessage());
        Job.abort(FAILED);
    }

    /** Ends the job after a main that did not call MPI.Finalize, when the program's other threads have ended. */
    static void mainReturned(Class<?> main) {
        ProgramMain.markReturned();
        while (Job.isRunning() && (hasOtherThreads() || RmiProgram.stays())) {
            ProgramMain.pause(THREADS_POLL_MS);
        }
        if (RmiProgram.isWanted()) {
            RmiProgram.mainReturned();
        } else if (Job.isRunning()) {
            if (!RankJob.isStarter() && !Job.isFinishing()) {
                MissingFinalize.begin(main);
                Thread hint = new Thread(RankEnd::reportWait, "rmi4mpi-finalize");
                hint.setDaemon(true);
                hint.start();
            }
            Job.finishOnce();
            if (MissingFinalize.losesMessages()) {
                System.exit(FAILED);
            }
        }
    }

    private static boolean hasOtherThreads() {
        try {
            return !ProgramMain.otherThreads(Thread.currentThread()).isEmpty();
        } catch (OutOfMemoryError e) {
            return true; // These threads use the heap, so they exist. The next check retries.
        }
    }

    private static void reportWait() {
        try {
            Thread.sleep(PATIENCE_MS);
            System.err.println(RankLabels.who() + ": main has returned without MPI.Finalize(), and the job waits for "
                    + awaited() + ": see what " + (Meetings.awaited().length == 1 ? "it does" : "they do")
                    + " (rmi4mpirun --why). If main has caught an exception, let it leave main, or call MPI.COMM_WORLD.Abort(1);"
                    + " then the job ends");
        } catch (InterruptedException e) {
            // No one interrupts this thread.
        }
    }

    private static String awaited() {
        int[] ranks = Meetings.awaited();
        String named = IntStream.of(ranks)
                .mapToObj(rank -> rank + RankLabels.place(Job.javaRank(rank)))
                .collect(Collectors.joining(", "));
        return ranks.length == 0 ? "the other ranks"
                : ranks.length == 1 ? "rank " + named : "some of the ranks " + named;
    }

    private static void atExit() {
        if (!Job.isRunning() || Termination.isTold()) {
            return;
        } else if (LostRanks.ARE_SURVIVED) {
            System.err.println(
                    RankLabels.who() + ": the JVM exits although MPI.Finalize() has not returned; the job goes on"
                            + " without this rank");
        } else if (RmiProgram.isWanted()) {
            RmiProgram.atExit();
        } else {
            try {
                System.err.println(RankLabels.who() + (Job.isFinishing()
                        ? ": the JVM exits before MPI.Finalize() has returned; the job ends. Exit after MPI.Finalize()"
                        : ": the JVM exits although MPI.Finalize() was not called; the job ends, because the other"
                                + " ranks would wait forever. Call it at the end of main, at every rank. If main has"
                                + " caught an exception, let it leave main"));
            } finally {
                Job.abort(FAILED);
            }
        }
    }

    /** Ends the job, since a rank has sent no heartbeat. */
    static void endWithout(int lost) {
        try {
            System.err
                    .println(RankLabels.who() + ": the job ends: rank " + Job.javaRanks()[lost] + RankLabels.place(lost)
                            + " has sent no heartbeat for " + Options.HEARTBEAT.value()
                            + " s. Its host or its network has failed,"
                            + " or it has been stopped for so long; " + Options.HEARTBEAT.flag()
                            + "=0 waits for it without end");
        } finally {
            Job.abort(FAILED);
        }
    }

    static String described(String what, Throwable e) {
        return RankLabels.who() + ": " + what + System.lineSeparator() + printed(e) + JdkRmiMistakes.remedy(e);
    }

    /**
     * The stack trace as text. An exception of the program may throw while it is printed, for example in getMessage.
     */
    private static String printed(Throwable e) {
        StringWriter text = new StringWriter();
        try {
            e.printStackTrace(new PrintWriter(text, true));
            return text.toString();
        } catch (RuntimeException another) {
            return Stream.of(e.getStackTrace())
                    .map(frame -> "\tat " + frame + System.lineSeparator())
                    .collect(Collectors.joining("", e.getClass().getName() + ", which cannot be printed: "
                            + another.getClass().getName() + System.lineSeparator(), ""));
        }
    }
}

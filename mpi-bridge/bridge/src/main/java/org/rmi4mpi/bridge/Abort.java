package org.rmi4mpi.bridge;

import java.io.PrintStream;

/** The end of a job that has failed. Any thread may call. */
final class Abort {
    static final long PATIENCE_MS = 5_000;
    /** Gives the launcher time to read the output. MPICH's launcher drops unread output when the job is aborted. */
    private static final long OUTPUT_PAUSE_MS = 100;

    private Abort() {}

    /**
     * Aborts all ranks of the job with this exit status, by MPI or its launcher. Does not return. The caller has printed
     * the reason.
     *
     * @param before runs first, for a limited time
     */
    static void end(int status, Runnable before) {
        try {
            Thread last = new Thread(() -> {
                pause(PATIENCE_MS);
                Runtime.getRuntime().halt(status);
            }, "rmi4mpi-abort");
            last.setDaemon(true);
            last.start();
        } catch (OutOfMemoryError e) {
            // The current thread still ends the job, unless MPI or standard error blocks.
        }
        run(before);
        flush(System.err);
        flush(System.out);
        pause(OUTPUT_PAUSE_MS);
        try {
            Mpi.abort(status);
        } catch (LinkageError e) {
            // The native library is not there.
        } finally {
            Runtime.getRuntime().halt(status);
        }
    }

    private static void run(Runnable before) {
        try {
            before.run();
        } catch (RuntimeException | Error e) {
            // The job ends in any case.
        }
    }

    private static void flush(PrintStream out) {
        try {
            out.flush();
        } catch (RuntimeException e) {
            // The program replaced the stream by one that fails, or by null.
        }
    }

    static void pause(long milliseconds) {
        try {
            Thread.sleep(milliseconds);
        } catch (InterruptedException e) {
            // Continue at once.
        }
    }
}

package org.rmi4mpi.rmi;

import java.rmi.RemoteException;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * The ranks of a job start all at once, whereas a program of the JDK counts on its server being there already: so a
 * client waits at its start. Used by one thread.
 */
final class StartPatience implements AutoCloseable {
    private static final long FIRST_SLEEP_MS = 1;
    private static final long LONGEST_SLEEP_MS = 50;
    private static final long TELL_AFTER_NS = TimeUnit.SECONDS.toNanos(5);

    private final Supplier<String> awaited;
    private final long startNs = System.nanoTime();
    private long sleepMs = FIRST_SLEEP_MS;
    private boolean isKnown;
    private boolean told;

    /** @param awaited what it is, in words */
    StartPatience(Supplier<String> awaited) {
        this.awaited = awaited;
    }

    /** Returns true after a while, when it is worth another look; false where nothing is going to come. */
    boolean hasMore() throws RemoteException {
        Program program = Program.current();
        long leftNs = program.startEndNs() - System.nanoTime();
        if (leftNs <= 0 || Thread.currentThread().isInterrupted()) {
            return false;
        }
        if (program.isMain(Thread.currentThread())) {
            isKnown = true;
            if (!JobRegistryService.directory().waits(program.rank())) {
                return false;
            }
        }
        tell(program, leftNs);
        return slept();
    }

    private void tell(Program program, long leftNs) {
        if (!told && System.nanoTime() - startNs > TELL_AFTER_NS) {
            told = true;
            System.err.println("rmi4mpi: rank " + program.rank() + " waits for " + awaited.get() + ", for "
                    + (1 + TimeUnit.NANOSECONDS.toSeconds(leftNs)) + " s more (-Drmi4mpi.start.ms)");
        }
    }

    private boolean slept() {
        try {
            Thread.sleep(sleepMs);
            sleepMs = Math.min(2 * sleepMs, LONGEST_SLEEP_MS);
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** The thread goes on, with what it has waited for or without. */
    @Override
    public void close() throws RemoteException {
        if (isKnown) {
            JobRegistryService.directory().goesOn(Program.current().rank());
        }
    }
}

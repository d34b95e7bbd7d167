package org.rmi4mpi.rmi;

import java.rmi.RemoteException;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The ranks of a job start all at once, whereas a program of the JDK counts on its server being there already: so a
 * client waits at its start, until no rank is left that could bring what is missing. Used by one thread.
 */
final class StartPatience implements AutoCloseable {
    private static final long FIRST_SLEEP_MS = 1;
    private static final long LONGEST_SLEEP_MS = 50;
    private static final long LOOK_NS = TimeUnit.MILLISECONDS.toNanos(250);
    private static final long TELL_AFTER_NS = TimeUnit.SECONDS.toNanos(5);

    private final String awaited;
    private final long startNs = System.nanoTime();
    private long sleepMs = FIRST_SLEEP_MS;
    private boolean isKnown;
    private boolean told;
    private boolean interrupted;
    private long lastLookNs = startNs;
    /** As the ranks were found at the last look; null where one was at work. */
    private List<RankActivity.Rest> lastRests;
    private String outcome = "";

    /** @param awaited what it is, in words */
    StartPatience(String awaited) {
        this.awaited = awaited;
    }

    /** Returns true after a while, when it is worth another look; false where nothing is going to come. */
    boolean hasMore() throws RemoteException {
        Program program = Program.current();
        long leftNs = program.startEndNs() - System.nanoTime();
        if (leftNs <= 0) {
            outcome = isKnown ? "; no rank has brought it since the start of the job (-Drmi4mpi.start.ms)" : "";
            return false;
        }
        isKnown = true;
        program.threads().await(awaited);
        if (nobodyBringsIt(program)) {
            return false;
        }
        tell(program, leftNs);
        sleep();
        return true;
    }

    /** One that is parked may have been woken since it was looked at: so nothing may have happened between two looks. */
    private boolean nobodyBringsIt(Program program) throws RemoteException {
        if (program.isLast()) {
            outcome = "; no other rank is left that could bring it";
            return true;
        } else if (System.nanoTime() - lastLookNs < LOOK_NS) {
            return false;
        }
        lastLookNs = System.nanoTime();
        List<RankActivity.Rest> rests = program.rests();
        boolean nothingHappened = rests != null && rests.equals(lastRests);
        lastRests = rests;
        if (nothingHappened) {
            outcome = "; no rank is left that could bring it: " + program.described(rests);
        }
        return nothingHappened;
    }

    private void tell(Program program, long leftNs) {
        if (!told && System.nanoTime() - startNs > TELL_AFTER_NS) {
            told = true;
            System.err.println("rmi4mpi: rank " + program.rank() + " waits for " + awaited + ", for "
                    + (1 + TimeUnit.NANOSECONDS.toSeconds(leftNs)) + " s more (-Drmi4mpi.start.ms)");
        }
    }

    /** The JDK's lookups are not interrupted either: its server is there already. */
    private void sleep() {
        try {
            Thread.sleep(sleepMs);
        } catch (InterruptedException e) {
            interrupted = true;
        }
        sleepMs = Math.min(2 * sleepMs, LONGEST_SLEEP_MS);
    }

    /** Why it waits no longer, to be said after what it has waited for; empty where it has not waited. */
    String outcome() {
        return outcome;
    }

    /** The thread goes on, with what it has waited for or without. */
    @Override
    public void close() {
        if (isKnown) {
            Program.current().threads().goOn();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}

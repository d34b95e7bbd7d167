package org.rmi4mpi.rmi;

import java.rmi.RemoteException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.rmi4mpi.launch.Options;

/**
 * Waits for a missing name or registry while the job starts. All ranks start at once, whereas a program of the JDK
 * expects that its server runs already. So a lookup waits as long as another rank could still bring what it looks for.
 * Any other use of a missing registry waits as long as {@link Directory#isExpected} says, since many programs then
 * create the registry themselves. Used by one thread.
 */
final class StartPatience implements AutoCloseable {
    private static final long FIRST_SLEEP_MS = 1;
    private static final long LONGEST_SLEEP_MS = 50;
    private static final long LOOK_NS = TimeUnit.MILLISECONDS.toNanos(250);
    private static final long TELL_AFTER_NS = TimeUnit.SECONDS.toNanos(5);

    private final HostRegistry registry;
    /** Null for any use but a lookup. */
    private final String lookedUp;
    private final long startNs = System.nanoTime();
    private long sleepMs = FIRST_SLEEP_MS;
    /** Whether the rank's threads show that this one waits. */
    private boolean isKnown;
    private boolean told;
    private boolean interrupted;
    private long lastLookNs = startNs;
    /** The states of the ranks at the last look; null if one was active. */
    private List<RankActivity.Rest> lastRests;
    private String outcome = "";

    /** @param lookedUp the name that is looked up; null for any other use of the registry */
    StartPatience(HostRegistry registry, String lookedUp) {
        this.registry = registry;
        this.lookedUp = lookedUp;
    }

    /**
     * Waits a while and returns true if the caller should look again. Returns false if the name or registry cannot come
     * any more.
     */
    boolean tryWait() throws RemoteException {
        Program program = Program.current();
        long leftNs = program.startEndNs() - System.nanoTime();
        if (leftNs <= 0) {
            outcome = isKnown
                    ? "; no rank has brought it since the start of the job (" + Options.START_PATIENCE.flag() + ")"
                    : "";
            return false;
        }
        if (lookedUp == null) {
            if (!program.expects(registry.host(), registry.port())) {
                outcome = "; only lookups wait until another rank creates it";
                return false;
            }
        } else {
            isKnown = true;
            program.threads().await(awaited());
            if (nobodyBringsIt(program)) {
                return false;
            }
            tell(program, leftNs);
        }
        sleep();
        return true;
    }

    private String awaited() {
        return "\"" + lookedUp + "\" in the " + registry;
    }

    /**
     * Whether no rank can bring the name or registry. A parked thread may have been woken after the look. So two looks
     * have to find the same states.
     */
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
            System.err.println("rmi4mpi: rank " + program.rank() + " waits for " + awaited() + ", for "
                    + (1 + TimeUnit.NANOSECONDS.toSeconds(leftNs)) + " s more (" + Options.START_PATIENCE.flag()
                    + ")");
        }
    }

    /** Sleeps. An interrupt is kept for later, since the JDK's lookups cannot be interrupted either. */
    private void sleep() {
        try {
            Thread.sleep(sleepMs);
        } catch (InterruptedException e) {
            interrupted = true;
        }
        sleepMs = Math.min(2 * sleepMs, LONGEST_SLEEP_MS);
    }

    /** Why the wait has ended, as an addition to a message; empty if it has not waited. */
    String outcome() {
        return outcome;
    }

    /** Ends the wait, with or without success. */
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

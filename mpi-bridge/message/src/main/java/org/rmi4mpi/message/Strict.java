package org.rmi4mpi.message;

import org.rmi4mpi.bridge.Job;

/**
 * Strict mode looks for mistakes that MPI lets pass: collective calls that do not match ({@link CollectiveCheck}),
 * handles that are not freed ({@link LiveHandles}), and messages that no rank receives ({@link SentMessages}). It is
 * off unless the property {@value Job#STRICT_PROPERTY} turns it on, at all ranks. Stateless.
 */
public final class Strict {
    /** A constant, so that compiled code does not test it. */
    public static final boolean IS_ON = !System.getProperty(Job.STRICT_PROPERTY, "0").trim().equals("0");

    static final String PREFIX = "rmi4mpi: strict mode: ";

    private Strict() {}

    /** Called when the job has begun. */
    public static void begin() {
        if (IS_ON) {
            LiveHandles.watch();
            CollectiveCheck.watch(Communicator.WORLD);
            Job.atEnd(Strict::end);
        }
    }

    /**
     * Compares a collective call with those of the other ranks.
     *
     * @param operation null for a call that returns when it has ended
     */
    public static void compare(Communicator comm, CollectiveCall own, Operation operation) {
        CollectiveCheck.check(comm, own, operation);
    }

    /** The checks at the end of the job; collective over all Java ranks. */
    private static void end() {
        CollectiveCheck.checkEnd();
        LiveHandles.tell();
        SentMessages.tell();
    }

    static void tell(String line) {
        System.err.println(PREFIX + "rank " + Job.rank() + " of " + Job.size() + " " + line);
    }
}

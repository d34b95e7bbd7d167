package org.rmi4mpi.bridge;

/**
 * The calling thread's stack. What a thread takes from MPI is lost where its stack ends before that is put away; so a call
 * is refused before it begins where too little is left.
 */
public final class Stack {
    /** Without the library there is no MPI to take anything from. */
    private static final boolean IS_KNOWN = NativeLibrary.failure() == null;

    private Stack() {}

    /** Whether there is enough for a call from its beginning to its end. Takes some nanoseconds. */
    public static boolean suffices() {
        return !IS_KNOWN || Mpi.hasStack();
    }

    /** @throws StackOverflowError where there is not enough */
    public static void require() {
        if (!suffices()) {
            throw Mpi.noStack();
        }
    }

    /** As {@link #require}, for the end of the job. */
    static void requireToEnd() {
        if (IS_KNOWN && !Mpi.hasStackToEnd()) {
            throw Mpi.noStack();
        }
    }
}

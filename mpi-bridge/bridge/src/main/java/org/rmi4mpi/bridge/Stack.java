package org.rmi4mpi.bridge;

/**
 * Checks the calling thread's stack. If a stack overflowed after data was taken from MPI, the data would be lost. So a
 * call with too little stack is refused before it begins.
 */
public final class Stack {
    /** False without the native library. Then there is no MPI either. */
    private static final boolean IS_KNOWN = NativeLibrary.failure() == null;

    private Stack() {}

    /** Whether the stack suffices for a whole call. The check takes some nanoseconds. */
    public static boolean suffices() {
        return !IS_KNOWN || Mpi.hasStack();
    }

    /** @throws StackOverflowError if the stack does not suffice */
    public static void require() {
        if (!suffices()) {
            throw Mpi.noStack();
        }
    }

    /** Works as {@link #require}, for the end of the job. */
    public static void requireToEnd() {
        if (IS_KNOWN && !Mpi.hasStackToEnd()) {
            throw Mpi.noStack();
        }
    }
}

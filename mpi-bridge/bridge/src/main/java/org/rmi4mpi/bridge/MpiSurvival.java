package org.rmi4mpi.bridge;

/**
 * The calls by which a job goes on without ranks that are lost (ULFM, user-level failure mitigation); see {@link Mpi}. Open
 * MPI 5 has them. {@link LostRanks} knows which ranks are lost.
 */
final class MpiSurvival {
    static {
        NativeLibrary.load();
    }

    private MpiSurvival() {}

    /** Whether the loaded MPI has these calls. */
    static boolean isThere() {
        return isThere0();
    }

    /**
     * Looks which ranks MPI knows to be lost, and acknowledges them, so that receives from any rank go on.
     *
     * @param lost address of a byte for each rank; those of lost ranks are set to 1
     */
    static int look(long comm, long lost) {
        return look0(comm, lost);
    }

    /** Starts an agreement of the ranks that live. What it stores in the flag is not to be relied on. */
    static int iagree(long comm, long flag, RequestSlot slot) {
        return iagree0(comm, flag, slot.address());
    }

    /**
     * Waits for the ranks that live. Made without the entry lock.
     *
     * @param flag address of an int; afterwards the bits that it had at all of them
     */
    static int agree(long comm, long flag) {
        return agree0(comm, flag);
    }

    /**
     * Makes a communicator of the ranks that live, and waits for them. Made without the entry lock. Stores the handle in the
     * slot, as {@link RequestSlot#handle}.
     */
    static int shrink(long comm, RequestSlot result) {
        return shrink0(comm, result.address());
    }

    /** Whether a code of MPI says that a rank is lost. */
    static boolean isLoss(int code) {
        return code > Mpi.SUCCESS && isLoss0(code);
    }

    /** Lets no thread into MPI any more. MPI is not finalised, since that may wait forever for a lost rank. */
    static int finish() {
        return finish0();
    }

    /**
     * From now on this process kills itself where it exits before {@link #markEnded}, so that the launcher goes on without
     * it. Afterwards its exit status is written into a file of its own, since mpirun may hang after one that is not 0: {@code
     * JOB.end.RANK}, with the status, how many ranks are lost, and how many the job had.
     */
    static void endByFile(String job, int rank, int size) {
        endByFile0(job, rank, size);
    }

    /**
     * This rank has come to its end as it should.
     *
     * @param status told to the launcher where the process exits with status 0
     * @param lost how many ranks are lost
     */
    static void markEnded(int status, int lost) {
        markEnded0(status, lost);
    }

    /** Tells the launcher by the file {@code JOB.abort} that the job is to end. */
    static void tellAbort(int status) {
        tellAbort0(status);
    }

    private static native boolean isThere0();

    private static native int look0(long comm, long lost);

    private static native int iagree0(long comm, long flag, long slot);

    private static native int agree0(long comm, long flag);

    private static native int shrink0(long comm, long result);

    private static native boolean isLoss0(int code);

    private static native int finish0();

    private static native void endByFile0(String job, int rank, int size);

    private static native void markEnded0(int status, int lost);

    private static native void tellAbort0(int status);
}

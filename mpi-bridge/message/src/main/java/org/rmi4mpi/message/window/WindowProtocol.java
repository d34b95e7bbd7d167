package org.rmi4mpi.message.window;

/** How the ranks of a window synchronise. Methods return MPI's code. Their order was checked before. Any thread may call. */
interface WindowProtocol {
    int fence(int assertion);

    /** @param ranks in the window */
    int start(int[] ranks, int assertion);

    int complete();

    /** @param ranks in the window */
    int post(int[] ranks, int assertion);

    /** Waits until all ranks of {@link #post} have called {@link #complete}. */
    int await();

    /** Like {@link #await}, without waiting. The array takes whether they have. */
    int test(boolean[] isOver);

    int lock(int type, int rank, int assertion);

    int unlock(int rank);

    int lockAll(int assertion);

    int unlockAll();

    /** @param local whether to complete the operations at this rank only */
    int flush(int rank, boolean local);

    int flushAll(boolean local);

    int sync();

    /** The last call; every rank makes it. */
    int free();
}

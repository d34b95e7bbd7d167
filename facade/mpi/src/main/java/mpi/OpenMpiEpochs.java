package mpi;

import org.rmi4mpi.message.window.Synchronisation;

/** The calls by which the ranks of a {@link Win} synchronise. Remote calls are served while a rank waits in one. */
public sealed interface OpenMpiEpochs permits Win {
    /**
     * Completes all operations, and opens the window of each rank to all ranks; every rank must call it.
     *
     * @param assertion 0, or a sum of {@link MPI#MODE_NOSTORE}, {@link MPI#MODE_NOPUT}, {@link MPI#MODE_NOPRECEDE} and
     *     {@link MPI#MODE_NOSUCCEED}; after the last one no operations may follow
     */
    default void fence(int assertion) {
        Synchronisation.fence(((Win) this).engine, "fence", assertion);
    }

    /**
     * Begins operations on the windows of some ranks. Each of them has to call {@link #post}.
     *
     * @param group ranks of the window
     * @param assertion 0, or a sum of {@link MPI#MODE_NOCHECK}
     */
    default void start(Group group, int assertion) {
        Synchronisation.start(((Win) this).engine, "start", Group.ranks("start", group), assertion);
    }

    /**
     * Completes the operations after {@link #start}, at this rank.
     */
    default void complete() {
        Synchronisation.complete(((Win) this).engine, "complete");
    }

    /**
     * Opens this rank's window to some ranks. Each of them has to call {@link #start}.
     *
     * @param group ranks of the window
     * @param assertion 0, or a sum of {@link MPI#MODE_NOCHECK}, {@link MPI#MODE_NOSTORE} and {@link MPI#MODE_NOPUT}
     */
    default void post(Group group, int assertion) {
        Synchronisation.post(((Win) this).engine, "post", Group.ranks("post", group), assertion);
    }

    /** Waits until all ranks of {@link #post} have called {@link #complete}. Their writes are visible then. */
    default void waitFor() {
        Synchronisation.await(((Win) this).engine, "waitFor");
    }

    /**
     * Like {@link #waitFor}, without waiting.
     *
     * @return whether all have
     */
    default boolean test() {
        return Synchronisation.test(((Win) this).engine, "test");
    }

    /**
     * Begins operations on the window of a rank. That rank need not make a call.
     *
     * @param lockType {@link MPI#LOCK_EXCLUSIVE} or {@link MPI#LOCK_SHARED}
     * @param rank in the window
     * @param assertion 0, or a sum of {@link MPI#MODE_NOCHECK}
     */
    default void lock(int lockType, int rank, int assertion) {
        Synchronisation.lock(((Win) this).engine, "lock", lockType, rank, assertion);
    }

    /**
     * Completes the operations after {@link #lock}, at both ranks.
     *
     * @param rank in the window
     */
    default void unlock(int rank) {
        Synchronisation.unlock(((Win) this).engine, "unlock", rank);
    }

    /**
     * Like {@link #lock} of each rank, with {@link MPI#LOCK_SHARED}.
     *
     * @param assertion 0, or a sum of {@link MPI#MODE_NOCHECK}
     */
    default void lockAll(int assertion) {
        Synchronisation.lockAll(((Win) this).engine, "lockAll", assertion);
    }

    /**
     * Completes the operations after {@link #lockAll}, at all ranks.
     */
    default void unlockAll() {
        Synchronisation.unlockAll(((Win) this).engine, "unlockAll");
    }

    /**
     * Makes the writes of other ranks to this rank's memory visible to it, and its own writes visible to them. Call it
     * between lock and unlock.
     */
    default void sync() {
        Synchronisation.sync(((Win) this).engine, "sync");
    }

    /**
     * Completes the operations on the window of a rank, at both ranks. Call it between lock and unlock.
     *
     * @param targetRank in the window
     */
    default void flush(int targetRank) {
        Synchronisation.flush(((Win) this).engine, "flush", targetRank, false);
    }

    /** Like {@link #flush}, for all ranks. */
    default void flushAll() {
        Synchronisation.flushAll(((Win) this).engine, "flushAll", false);
    }

    /**
     * Completes the operations on the window of a rank at the calling rank only: their buffers may be used again.
     *
     * @param targetRank in the window
     */
    default void flushLocal(int targetRank) {
        Synchronisation.flush(((Win) this).engine, "flushLocal", targetRank, true);
    }

    /** Like {@link #flushLocal}, for all ranks. */
    default void flushLocalAll() {
        Synchronisation.flushAll(((Win) this).engine, "flushLocalAll", true);
    }
}

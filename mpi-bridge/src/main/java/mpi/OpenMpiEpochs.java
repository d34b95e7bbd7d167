package mpi;

/** The calls by which the ranks of a {@link Win} synchronise. Remote calls are served while a rank waits in one. */
public sealed interface OpenMpiEpochs permits Win {
    /**
     * Completes all operations, and opens the windows of all ranks to all; every rank must call it.
     *
     * @param assertion 0, or a sum of {@link MPI#MODE_NOSTORE}, {@link MPI#MODE_NOPUT}, {@link MPI#MODE_NOPRECEDE} and
     *     {@link MPI#MODE_NOSUCCEED}, by which no operations may follow
     */
    default void fence(int assertion) {
        ((Win) this).engine.fence("fence", assertion);
    }

    /**
     * Begins operations on the windows of some ranks, each of which calls {@link #post}.
     *
     * @param group ranks of the window
     * @param assertion 0, or a sum of {@link MPI#MODE_NOCHECK}
     */
    default void start(Group group, int assertion) {
        ((Win) this).engine.start("start", Group.ranks(group), assertion);
    }

    /**
     * Completes the operations after {@link #start}, at this rank.
     */
    default void complete() {
        ((Win) this).engine.complete("complete");
    }

    /**
     * Opens this rank's window to some ranks, each of which calls {@link #start}.
     *
     * @param group ranks of the window
     * @param assertion 0, or a sum of {@link MPI#MODE_NOCHECK}, {@link MPI#MODE_NOSTORE} and {@link MPI#MODE_NOPUT}
     */
    default void post(Group group, int assertion) {
        ((Win) this).engine.post("post", Group.ranks(group), assertion);
    }

    /**
     * Returns when all ranks of {@link #post} have called {@link #complete}; what they wrote is there.
     */
    default void waitFor() {
        ((Win) this).engine.await("waitFor");
    }

    /**
     * As {@link #waitFor}, without waiting.
     *
     * @return whether they have
     */
    default boolean test() {
        return ((Win) this).engine.test("test");
    }

    /**
     * Begins operations on the window of a rank, which need not call anything.
     *
     * @param lockType {@link MPI#LOCK_EXCLUSIVE} or {@link MPI#LOCK_SHARED}
     * @param rank in the window
     * @param assertion 0, or a sum of {@link MPI#MODE_NOCHECK}
     */
    default void lock(int lockType, int rank, int assertion) {
        ((Win) this).engine.lock("lock", lockType, rank, assertion);
    }

    /**
     * Completes the operations after {@link #lock}, at both ranks.
     *
     * @param rank in the window
     */
    default void unlock(int rank) {
        ((Win) this).engine.unlock("unlock", rank);
    }

    /**
     * As {@link #lock} of each rank, with {@link MPI#LOCK_SHARED}.
     *
     * @param assertion 0, or a sum of {@link MPI#MODE_NOCHECK}
     */
    default void lockAll(int assertion) {
        ((Win) this).engine.lockAll("lockAll", assertion);
    }

    /**
     * Completes the operations after {@link #lockAll}, at all ranks.
     */
    default void unlockAll() {
        ((Win) this).engine.unlockAll("unlockAll");
    }

    /**
     * Lets this rank see what others have written into its memory, and others what it has; within a lock.
     */
    default void sync() {
        ((Win) this).engine.sync("sync");
    }

    /**
     * Completes the operations on the window of a rank, at both; within a lock.
     *
     * @param targetRank in the window
     */
    default void flush(int targetRank) {
        ((Win) this).engine.flush("flush", targetRank, false);
    }

    /**
     * As {@link #flush}, of all ranks.
     */
    default void flushAll() {
        ((Win) this).engine.flushAll("flushAll", false);
    }

    /**
     * Completes the operations on the window of a rank at this one: the buffers may be used again.
     *
     * @param targetRank in the window
     */
    default void flushLocal(int targetRank) {
        ((Win) this).engine.flush("flushLocal", targetRank, true);
    }

    /**
     * As {@link #flushLocal}, of all ranks.
     */
    default void flushLocalAll() {
        ((Win) this).engine.flushAll("flushLocalAll", true);
    }
}

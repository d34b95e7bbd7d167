package org.rmi4mpi.bridge;

/**
 * Collective operations of short data among ranks of one node, through memory that they share: {@link #bytes} for each rank, zero
 * at the start. The ranks make the same calls in the same order. A call that returns {@link #PENDING} is made again, with the
 * same arguments, until it returns something else. Data are elements of a primitive array from an index on, or memory at an
 * address where there is no array. Methods return MPI's code, or one of the constants.
 */
public final class NodeCollectives {
    /** The most bytes that a rank gives, beside the lengths of its pieces. */
    public static final int CAPACITY = 16 << 10;
    /** The length of more bytes than that. */
    public static final int LONG = -1;

    /** All ranks give to the caller. */
    public static final int ALL = -1;
    /** No rank gives to the caller. */
    public static final int NOBODY = -2;
    /** No rank gives to the caller, and all give to another one. */
    public static final int TO_ONE = -20;

    /** As {@link #TO_ONE}, and some ranks may give more than {@link #CAPACITY} while others do not. */
    public static final int TO_ONE_OF_ANY_LENGTH = -21;

    /** The most ranks. */
    public static final int MOST_RANKS = 64;
    /** Where the parts of the array for pieces that differ begin; see {@link #move}. */
    public static final int GIVEN = 0;
    public static final int GIVEN_PLACES = MOST_RANKS;
    public static final int TAKEN = 2 * MOST_RANKS;
    public static final int TAKEN_PLACES = 3 * MOST_RANKS;
    public static final int DIFFERENT_INTS = 4 * MOST_RANKS;

    /** The ranks that the caller needs have not come. */
    public static final int PENDING = Mpi.PENDING;
    /** There is more to give than {@link #CAPACITY}: the ranks have to use MPI for this operation. */
    public static final int BY_MPI = -4;
    /** As {@link #PENDING}, and ranks that sleep have to be stirred. */
    public static final int STIR_AND_GO_ON = -6;
    /** The operation has ended, and ranks that sleep have to be stirred. */
    public static final int DONE_BESIDE_SLEEPERS = -5;

    /** The ranks have not given the same value. */
    public static final int DISAGREE = -7;

    /** The operations of {@link #together}. */
    public static final int BCAST = 0;
    public static final int GATHER = 1;
    public static final int SCATTER = 2;
    public static final int ALLGATHER = 3;
    public static final int ALLGATHERV = 4;
    public static final int ALLTOALL = 5;
    public static final int REDUCE = 6;
    public static final int ALLREDUCE = 7;
    public static final int SCAN = 8;
    public static final int REDUCE_SCATTER = 9;
    public static final int GATHERV = 10;
    public static final int ALLTOALLV = 11;

    /** Where the parts of the list of items for {@link #together} begin, and its length. */
    public static final int ITEMS_TAKEN = 0;
    public static final int ITEMS_GIVEN = 2 * MOST_RANKS;
    public static final int ITEMS = 4 * MOST_RANKS;

    /** Bits for the two arrays of {@link #together}. */
    public static final int SECTION_TO_READ = 1;
    public static final int SECTION_TO_WRITE = 2;

    static {
        NativeLibrary.load();
    }

    private NodeCollectives() {}

    /** Bytes of shared memory for some ranks. */
    public static int bytes(int ranks) {
        return ranks * bytes0();
    }

    /** How long the caller waits in one call, in nanoseconds; 0 on a thread that must not. */
    public static long patienceNs() {
        return VirtualThreads.isCurrent() ? 0 : Mpi.BRIEF_NS;
    }

    /** Counts the threads that sleep until a rank comes. */
    public static void countSleepers(long memory, int more) {
        countSleepers0(memory, more);
    }

    /**
     * Moves data between ranks.
     *
     * @param bytes that this rank gives, or {@link #LONG}; with an int for each piece, if these differ
     * @param pieces 1 where all get all of it; the number of ranks where each gets a piece
     * @param givers the rank that gives to this one, or {@link #ALL}, {@link #NOBODY}, {@link #TO_ONE} or
     *     {@link #TO_ONE_OF_ANY_LENGTH}
     * @param room bytes of room for what one rank gives
     * @param different null where pieces have one length. Otherwise lengths in bytes, and places after {@code fromAt} or
     *     {@code toAt} in elements of the array or bytes of memory: if there are several pieces, of those given from
     *     {@link #GIVEN} and {@link #GIVEN_PLACES} on; if all give, the room for each rank from {@link #TAKEN} and
     *     {@link #TAKEN_PLACES} on
     */
    public static int move(
            long memory, int rank, int ranks, long patienceNs, Object from, long fromAt, int fromKind, int bytes,
            int pieces, int givers, Object to, long toAt, int toKind, int room, int[] different) {
        return move0(memory, rank, ranks, patienceNs, from, fromAt, fromKind, bytes, pieces, givers, to, toAt, toKind,
                room, different);
    }

    /**
     * Combines what the ranks give, all as many bytes, in the order of ranks.
     *
     * @param bytes that this rank gives, or {@link #LONG}
     * @param combined number of ranks, from the first one, whose data are combined for this one; 0 for no result
     * @param skipped bytes before the result in the data of each rank
     * @param resultBytes of the result
     * @param items of the result
     */
    public static int reduce(
            long memory, int rank, int ranks, long patienceNs, Object from, long fromAt, int fromKind, int bytes,
            int combined, int skipped, int resultBytes, int items, long type, long op, Object to, long toAt,
            int toKind) {
        return reduce0(memory, rank, ranks, patienceNs, from, fromAt, fromKind, bytes, combined, skipped, resultBytes,
                items,
                type, op, to, toAt, toKind);
    }

    /**
     * Waits until all ranks have come with the same value, and then makes the blocking call of MPI, which needs only them. MPI reads
     * and writes the arrays in place. Returns {@link #DISAGREE}, and makes no call, if the values differ. If this returns
     * {@link #PENDING} or {@link #STIR_AND_GO_ON}, {@link #move} goes on with the agreement, in which all give the value; then comes
     * this again.
     *
     * @param haveAgreed whether the ranks have agreed on this call before
     * @param operation {@link #BCAST} and the like. The buffer of a broadcast, and the items of a reduction, are those to take
     * @param fromAt bytes after the start of the array in a section; otherwise an address, or MPI_IN_PLACE
     * @param given items, as in the call of MPI
     * @param sections {@link #SECTION_TO_READ} and {@link #SECTION_TO_WRITE}, where a critical section keeps the array in place
     * @param countsAndPlaces {@link #ITEMS} ints: counts, then places, of the items of each rank, in {@link #MOST_RANKS} ints each,
     *     those to take and those to give; null where all have as many
     */
    public static int together(
            long memory, int rank, int ranks, long patienceNs, boolean haveAgreed, long value, int operation,
            Object from, long fromAt, int given, long givenType, Object to, long toAt, int taken, long takenType,
            int sections, int[] countsAndPlaces, long op, int root, long comm) {
        return together0(memory, rank, ranks, patienceNs, haveAgreed, value, operation, from, fromAt, given, givenType,
                to, toAt, taken, takenType, sections, countsAndPlaces, op, root, comm);
    }

    private static native int bytes0();

    private static native void countSleepers0(long memory, int more);

    private static native int move0(
            long memory, int rank, int ranks, long patienceNs, Object from, long fromAt, int fromKind, int bytes,
            int pieces, int givers, Object to, long toAt, int toKind, int room, int[] different);

    private static native int reduce0(
            long memory, int rank, int ranks, long patienceNs, Object from, long fromAt, int fromKind, int bytes,
            int combined, int skipped, int resultBytes, int items, long type, long op, Object to, long toAt,
            int toKind);

    private static native int together0(
            long memory, int rank, int ranks, long patienceNs, boolean haveAgreed, long value, int operation,
            Object from, long fromAt, int given, long givenType, Object to, long toAt, int taken, long takenType,
            int sections, int[] countsAndPlaces, long op, int root, long comm);
}

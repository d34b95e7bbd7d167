package org.rmi4mpi.message;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.rmi4mpi.bridge.Job;
import org.rmi4mpi.message.data.Check;
import org.rmi4mpi.message.data.Constants;
import org.rmi4mpi.message.data.MessageException;

/**
 * An ordered set of ranks of MPI_COMM_WORLD. Immutable.
 *
 * @param worldRanks by rank in the group; not to be changed
 */
public record RankGroup(int[] worldRanks) {
    public static final RankGroup EMPTY = new RankGroup(new int[0]);

    /** The ranks of the caller's group, or of the group that messages are sent to. */
    public static RankGroup of(Communicator comm, String call, boolean peers) {
        comm.locate(call);
        int[] ranks = peers ? comm.peersInWorld() : comm.worldRanks();
        if (Communicator.haveJoined()) {
            Check.argument(call, Arrays.stream(ranks).allMatch(rank -> rank >= 0), "group",
                    "one with processes of another MPI.COMM_WORLD", "ranks of the caller's MPI.COMM_WORLD");
        }
        return new RankGroup(ranks);
    }

    public int size() {
        return worldRanks.length;
    }

    /** Rank of the caller; UNDEFINED where it is not a member. */
    public int rank(String call) {
        Check.running(call);
        return rankOf(Job.rank());
    }

    private int rankOf(int worldRank) {
        for (int i = 0; i < worldRanks.length; i++) {
            if (worldRanks[i] == worldRank) {
                return i;
            }
        }
        return Constants.UNDEFINED;
    }

    private boolean has(int worldRank) {
        return rankOf(worldRank) != Constants.UNDEFINED;
    }

    /** @throws MessageException where a group is null */
    public static void check(String call, RankGroup group1, RankGroup group2) {
        Check.argument(call, group1 != null, "group1", "null", "a group");
        Check.argument(call, group2 != null, "group2", "null", "a group");
    }

    private int checked(String call, String name, int index, int rank) {
        if (rank < 0 || rank >= worldRanks.length) {
            Check.rank(call, name + "[" + index + "]", rank, worldRanks.length);
        }
        return rank;
    }

    /** The ranks that the same processes have in another group; UNDEFINED for those that are no members of it. */
    public int[] translate(String call, int[] ranks, RankGroup other) {
        check(call, this, other);
        Check.argument(call, ranks != null, "ranks1", "null", "an array of ranks");
        int[] translated = new int[ranks.length];
        for (int i = 0; i < ranks.length; i++) {
            translated[i] = ranks[i] == Constants.PROC_NULL
                    ? ranks[i]
                    : other.rankOf(worldRanks[checked(call, "ranks1", i, ranks[i])]);
        }
        return translated;
    }

    /** IDENT, SIMILAR or UNEQUAL. */
    public int compare(String call, RankGroup other) {
        check(call, this, other);
        if (Arrays.equals(worldRanks, other.worldRanks)) {
            return Constants.IDENT;
        }
        return size() == other.size() && Arrays.stream(worldRanks).allMatch(other::has)
                ? Constants.SIMILAR
                : Constants.UNEQUAL;
    }

    public RankGroup union(RankGroup other) {
        return new RankGroup(IntStream.concat(
                Arrays.stream(worldRanks),
                Arrays.stream(other.worldRanks).filter(rank -> !has(rank)))
                .toArray());
    }

    public RankGroup intersection(RankGroup other) {
        return new RankGroup(Arrays.stream(worldRanks).filter(other::has).toArray());
    }

    public RankGroup difference(RankGroup other) {
        return new RankGroup(Arrays.stream(worldRanks).filter(rank -> !other.has(rank)).toArray());
    }

    /** The group of the given ranks, in that order. */
    public RankGroup including(String call, int[] ranks) {
        return new RankGroup(Arrays.stream(distinct(call, ranks)).map(rank -> worldRanks[rank]).toArray());
    }

    /** The group of all ranks except the given ones. */
    public RankGroup excluding(String call, int[] ranks) {
        boolean[] out = new boolean[worldRanks.length];
        for (int rank : distinct(call, ranks)) {
            out[rank] = true;
        }
        return new RankGroup(
                IntStream.range(0, out.length).filter(i -> !out[i]).map(i -> worldRanks[i]).toArray());
    }

    private int[] distinct(String call, int[] ranks) {
        Check.argument(call, ranks != null, "ranks", "null", "an array of ranks");
        boolean[] seen = new boolean[worldRanks.length];
        for (int i = 0; i < ranks.length; i++) {
            int rank = checked(call, "ranks", i, ranks[i]);
            Check.argument(call, !seen[rank], "ranks", Arrays.toString(ranks), "each rank once");
            seen[rank] = true;
        }
        return ranks;
    }

    /** The ranks in the ranges, each {first, last, stride}. A stride may pass over the last one; MPI 3.1, 6.3.2. */
    public int[] ofRanges(String call, int[][] ranges) {
        Check.argument(call, ranges != null, "ranges", "null", "an array of ranges");
        IntStream.Builder ranks = IntStream.builder();
        for (int i = 0; i < ranges.length; i++) {
            int[] range = ranges[i];
            String name = "ranges[" + i + "]";
            Check.argument(call, range != null && range.length == 3 && range[2] != 0, name, Arrays.toString(range),
                    "{first, last, stride}, the stride not 0");
            for (long rank = range[0]; range[2] > 0 ? rank <= range[1] : rank >= range[1]; rank += range[2]) {
                boolean isEnd = rank == range[1] && rank != range[0];
                ranks.add(checked(call, name, isEnd ? 1 : 0, (int) rank));
            }
        }
        return ranks.build().toArray();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof RankGroup that && Arrays.equals(worldRanks, that.worldRanks);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(worldRanks);
    }

    @Override
    public String toString() {
        return Arrays.toString(worldRanks);
    }
}

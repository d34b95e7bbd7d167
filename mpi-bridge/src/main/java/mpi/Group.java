package mpi;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.rmi4mpi.bridge.Job;

/** An ordered set of the job's ranks. Immutable. Source: mpiJava 1.2, after MPI 1.1, 5.3. */
public class Group extends Freeable {
    /** By rank in the group. */
    private final int[] worldRanks;

    Group(int[] worldRanks) {
        this.worldRanks = worldRanks;
    }

    int[] worldRanks() {
        return worldRanks;
    }

    /**
     * Number of ranks.
     *
     * @return 0 or more
     */
    public int Size() {
        return worldRanks.length;
    }

    /**
     * Rank of the caller, or {@link MPI#UNDEFINED}.
     *
     * @return from 0, or {@link MPI#UNDEFINED}
     */
    public int Rank() {
        Check.running("Rank");
        return rankOf(Job.rank());
    }

    private int rankOf(int worldRank) {
        for (int i = 0; i < worldRanks.length; i++) {
            if (worldRanks[i] == worldRank) {
                return i;
            }
        }
        return MPI.UNDEFINED;
    }

    private boolean has(int worldRank) {
        return rankOf(worldRank) != MPI.UNDEFINED;
    }

    /**
     * The ranks in the second group of those that have some ranks in the first; UNDEFINED where they have none.
     *
     * @param group1 the group that the ranks are in
     * @param ranks1 ranks in it, or {@link MPI#PROC_NULL}, which stays
     * @param group2 the group in which they are wanted
     * @return as many ranks as were given
     */
    public static int[] Translate_ranks(Group group1, int[] ranks1, Group group2) {
        check("Translate_ranks", group1, group2);
        Check.argument("Translate_ranks", ranks1 != null, "ranks1", "null", "an array of ranks");
        int[] ranks2 = new int[ranks1.length];
        for (int i = 0; i < ranks1.length; i++) {
            ranks2[i] = ranks1[i] == MPI.PROC_NULL
                    ? ranks1[i]
                    : group2.rankOf(group1.worldRanks[group1.checked("Translate_ranks", "ranks1", i, ranks1[i])]);
        }
        return ranks2;
    }

    private static void check(String call, Group group1, Group group2) {
        Check.argument(call, group1 != null, "group1", "null", "a group");
        Check.argument(call, group2 != null, "group2", "null", "a group");
    }

    private int checked(String call, String name, int index, int rank) {
        if (rank < 0 || rank >= worldRanks.length) {
            Check.rank(call, name + "[" + index + "]", rank, worldRanks.length);
        }
        return rank;
    }

    /**
     * {@link MPI#IDENT}: the same in the same order; SIMILAR: the same in another order; else UNEQUAL.
     *
     * @param group1 a group
     * @param group2 another
     * @return one of the three
     */
    public static int Compare(Group group1, Group group2) {
        check("Compare", group1, group2);
        if (Arrays.equals(group1.worldRanks, group2.worldRanks)) {
            return MPI.IDENT;
        }
        return group1.Size() == group2.Size() && Arrays.stream(group1.worldRanks).allMatch(group2::has)
                ? MPI.SIMILAR
                : MPI.UNEQUAL;
    }

    /**
     * Those of the first, then those of the second that are not in the first.
     *
     * @param group1 a group
     * @param group2 another
     * @return a new group
     */
    public static Group Union(Group group1, Group group2) {
        check("Union", group1, group2);
        return new Group(IntStream.concat(
                Arrays.stream(group1.worldRanks),
                Arrays.stream(group2.worldRanks).filter(rank -> !group1.has(rank)))
                .toArray());
    }

    /**
     * Those of the first that are in the second.
     *
     * @param group1 a group
     * @param group2 another
     * @return a new group
     */
    public static Group Intersection(Group group1, Group group2) {
        check("Intersection", group1, group2);
        return new Group(Arrays.stream(group1.worldRanks).filter(group2::has).toArray());
    }

    /**
     * Those of the first that are not in the second.
     *
     * @param group1 a group
     * @param group2 another
     * @return a new group
     */
    public static Group Difference(Group group1, Group group2) {
        check("Difference", group1, group2);
        return new Group(Arrays.stream(group1.worldRanks).filter(rank -> !group2.has(rank)).toArray());
    }

    /**
     * Those of given ranks, in that order.
     *
     * @param ranks ranks in this group, each once
     * @return a new group
     */
    public Group Incl(int[] ranks) {
        return including("Incl", ranks);
    }

    private Group including(String call, int[] ranks) {
        return new Group(Arrays.stream(distinct(call, ranks)).map(rank -> worldRanks[rank]).toArray());
    }

    /**
     * All but those of given ranks.
     *
     * @param ranks ranks in this group, each once
     * @return a new group
     */
    public Group Excl(int[] ranks) {
        return excluding("Excl", ranks);
    }

    private Group excluding(String call, int[] ranks) {
        boolean[] out = new boolean[worldRanks.length];
        for (int rank : distinct(call, ranks)) {
            out[rank] = true;
        }
        return new Group(IntStream.range(0, out.length).filter(i -> !out[i]).map(i -> worldRanks[i]).toArray());
    }

    /**
     * Those of ranges of ranks, each {first, last, stride}.
     *
     * @param ranges {first, last, stride} each, the last one included; the stride may be negative
     * @return a new group
     */
    public Group Range_incl(int[][] ranges) {
        return including("Range_incl", ranks("Range_incl", ranges));
    }

    /**
     * All but those of ranges of ranks, each {first, last, stride}.
     *
     * @param ranges {first, last, stride} each, the last one included; the stride may be negative
     * @return a new group
     */
    public Group Range_excl(int[][] ranges) {
        return excluding("Range_excl", ranks("Range_excl", ranges));
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

    private int[] ranks(String call, int[][] ranges) {
        Check.argument(call, ranges != null, "ranges", "null", "an array of ranges");
        IntStream.Builder ranks = IntStream.builder();
        for (int i = 0; i < ranges.length; i++) {
            int[] range = ranges[i];
            String name = "ranges[" + i + "]";
            Check.argument(call, range != null && range.length == 3 && range[2] != 0, name, Arrays.toString(range),
                    "{first, last, stride}, the stride not 0");
            checked(call, name, 0, range[0]);
            checked(call, name, 1, range[1]);
            for (long rank = range[0]; range[2] > 0 ? rank <= range[1] : rank >= range[1]; rank += range[2]) {
                ranks.add((int) rank);
            }
        }
        return ranks.build().toArray();
    }
}

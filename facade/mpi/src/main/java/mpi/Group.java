package mpi;

import org.rmi4mpi.message.LiveHandles;
import org.rmi4mpi.message.RankGroup;
import org.rmi4mpi.message.data.Check;

/** An ordered set of the job's ranks. Immutable. Source: mpiJava 1.2, after MPI 1.1, 5.3. */
public class Group implements Freeable {
    /** The value of {@link MPI#GROUP_EMPTY}. */
    static final Group EMPTY = new Group(RankGroup.EMPTY);

    final RankGroup ranks;
    private volatile boolean freed;

    Group(RankGroup ranks) {
        this.ranks = ranks;
        LiveHandles.add("group", this);
    }

    /**
     * The ranks for an argument of a call; null where there is no group.
     *
     * @throws MPIException where the group was freed
     */
    static RankGroup ranks(String call, Group group) {
        return group == null ? null : group.live(call);
    }

    private RankGroup live(String call) {
        Check.live(call, !freed, "group", ranks);
        return ranks;
    }

    /**
     * Number of ranks.
     *
     * @return 0 or more
     */
    public int Size() {
        return live("Size").size();
    }

    /**
     * Rank of the caller, or {@link MPI#UNDEFINED}.
     *
     * @return from 0, or {@link MPI#UNDEFINED}
     */
    public int Rank() {
        return live("Rank").rank("Rank");
    }

    /**
     * Translates ranks of one group to ranks of another. A rank that is not in the other group becomes UNDEFINED.
     *
     * @param group1 the group that the ranks are in
     * @param ranks1 ranks in it, or {@link MPI#PROC_NULL}, which stays
     * @param group2 the group to translate to
     * @return one rank for each given rank
     */
    public static int[] Translate_ranks(Group group1, int[] ranks1, Group group2) {
        RankGroup.check("Translate_ranks", ranks("Translate_ranks", group1), ranks("Translate_ranks", group2));
        return group1.ranks.translate("Translate_ranks", ranks1, group2.ranks);
    }

    /**
     * Compares two groups: {@link MPI#IDENT} for the same ranks in the same order, SIMILAR for the same ranks in
     * another order, else UNEQUAL.
     *
     * @param group1 a group
     * @param group2 another
     * @return one of the three
     */
    public static int Compare(Group group1, Group group2) {
        RankGroup.check("Compare", ranks("Compare", group1), ranks("Compare", group2));
        return group1.ranks.compare("Compare", group2.ranks);
    }

    /**
     * The ranks of the first group, then those of the second group that are not in the first.
     *
     * @param group1 a group
     * @param group2 another
     * @return a new group
     */
    public static Group Union(Group group1, Group group2) {
        RankGroup.check("Union", ranks("Union", group1), ranks("Union", group2));
        return new Group(group1.ranks.union(group2.ranks));
    }

    /**
     * The ranks of the first group that are also in the second.
     *
     * @param group1 a group
     * @param group2 another
     * @return a new group
     */
    public static Group Intersection(Group group1, Group group2) {
        RankGroup.check("Intersection", ranks("Intersection", group1), ranks("Intersection", group2));
        return new Group(group1.ranks.intersection(group2.ranks));
    }

    /**
     * The ranks of the first group that are not in the second.
     *
     * @param group1 a group
     * @param group2 another
     * @return a new group
     */
    public static Group Difference(Group group1, Group group2) {
        RankGroup.check("Difference", ranks("Difference", group1), ranks("Difference", group2));
        return new Group(group1.ranks.difference(group2.ranks));
    }

    /**
     * A group of the given ranks, in that order.
     *
     * @param ranks ranks in this group, each once
     * @return a new group
     */
    public Group Incl(int[] ranks) {
        return new Group(live("Incl").including("Incl", ranks));
    }

    /**
     * A group without the given ranks.
     *
     * @param ranks ranks in this group, each once
     * @return a new group
     */
    public Group Excl(int[] ranks) {
        return new Group(live("Excl").excluding("Excl", ranks));
    }

    /**
     * A group of the ranks in ranges, each {first, last, stride}.
     *
     * @param ranges {first, last, stride} each, the last one included; the stride may be negative
     * @return a new group
     */
    public Group Range_incl(int[][] ranges) {
        return new Group(live("Range_incl").including("Range_incl", ranks.ofRanges("Range_incl", ranges)));
    }

    /**
     * A group without the ranks in ranges, each {first, last, stride}.
     *
     * @param ranges {first, last, stride} each, the last one included; the stride may be negative
     * @return a new group
     */
    public Group Range_excl(int[][] ranges) {
        return new Group(live("Range_excl").excluding("Range_excl", ranks.ofRanges("Range_excl", ranges)));
    }

    @Override
    public void free() {
        Check.freedOnce("free", !freed, "group", ranks);
        freed = this != EMPTY;
        LiveHandles.remove(this);
    }

    /** Does nothing, so that the JVM does not call it. Call {@link #free} instead. */
    @Override
    @SuppressWarnings({"deprecation", "removal"}) // mpiJava has it
    public final void finalize() {}

    /**
     * Like {@link #Size}.
     *
     * @return 0 or more
     */
    public final int getSize() {
        return live("getSize").size();
    }

    /**
     * Like {@link #Rank}.
     *
     * @return from 0, or {@link MPI#UNDEFINED}
     */
    public final int getRank() {
        return live("getRank").rank("getRank");
    }

    /**
     * Whether the group was freed.
     *
     * @return true after {@link #free}
     */
    public final boolean isNull() {
        return freed;
    }

    /**
     * Like {@link #Translate_ranks}.
     *
     * @param group1 the group that the ranks are in
     * @param ranks1 ranks in it, or {@link MPI#PROC_NULL}, which stays
     * @param group2 the group to translate to
     * @return one rank for each given rank; {@link MPI#UNDEFINED} for those that are not in the second group
     */
    public static int[] translateRanks(Group group1, int[] ranks1, Group group2) {
        RankGroup.check("translateRanks", ranks("translateRanks", group1), ranks("translateRanks", group2));
        return group1.ranks.translate("translateRanks", ranks1, group2.ranks);
    }

    /**
     * Like {@link #Compare}.
     *
     * @param group1 a group
     * @param group2 another
     * @return {@link MPI#IDENT}, SIMILAR or UNEQUAL
     */
    public static int compare(Group group1, Group group2) {
        RankGroup.check("compare", ranks("compare", group1), ranks("compare", group2));
        return group1.ranks.compare("compare", group2.ranks);
    }

    /**
     * Like {@link #Union}.
     *
     * @param group1 a group
     * @param group2 another
     * @return a new group
     */
    public static Group union(Group group1, Group group2) {
        RankGroup.check("union", ranks("union", group1), ranks("union", group2));
        return new Group(group1.ranks.union(group2.ranks));
    }

    /**
     * Like {@link #Intersection}.
     *
     * @param group1 a group
     * @param group2 another
     * @return a new group
     */
    public static Group intersection(Group group1, Group group2) {
        RankGroup.check("intersection", ranks("intersection", group1), ranks("intersection", group2));
        return new Group(group1.ranks.intersection(group2.ranks));
    }

    /**
     * Like {@link #Difference}.
     *
     * @param group1 a group
     * @param group2 another
     * @return a new group
     */
    public static Group difference(Group group1, Group group2) {
        RankGroup.check("difference", ranks("difference", group1), ranks("difference", group2));
        return new Group(group1.ranks.difference(group2.ranks));
    }

    /**
     * Like {@link #Incl}.
     *
     * @param ranks ranks in this group, each once
     * @return a new group
     */
    public final Group incl(int[] ranks) {
        return new Group(live("incl").including("incl", ranks));
    }

    /**
     * Like {@link #Excl}.
     *
     * @param ranks ranks in this group, each once
     * @return a new group
     */
    public final Group excl(int[] ranks) {
        return new Group(live("excl").excluding("excl", ranks));
    }

    /**
     * Like {@link #Range_incl}.
     *
     * @param ranges {first, last, stride} each, the last one included; the stride may be negative
     * @return a new group
     */
    public final Group rangeIncl(int[][] ranges) {
        return new Group(live("rangeIncl").including("rangeIncl", ranks.ofRanges("rangeIncl", ranges)));
    }

    /**
     * Like {@link #Range_excl}.
     *
     * @param ranges {first, last, stride} each, the last one included; the stride may be negative
     * @return a new group
     */
    public final Group rangeExcl(int[][] ranges) {
        return new Group(live("rangeExcl").excluding("rangeExcl", ranks.ofRanges("rangeExcl", ranges)));
    }
}

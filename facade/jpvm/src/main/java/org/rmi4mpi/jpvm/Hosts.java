package org.rmi4mpi.jpvm;

import java.util.List;

/** The names of the nodes on which the ranks run. Set when the pool begins. */
public final class Hosts {
    private static volatile List<String> names = List.of();

    private Hosts() {}

    static void are(List<String> ofRanks) {
        names = ofRanks;
    }

    static List<String> all() {
        return names;
    }

    /** That of a rank; of this process's where there is no such rank. */
    static String of(int rank) {
        List<String> all = names;
        return rank >= 0 && rank < all.size() ? all.get(rank) : "unknown";
    }
}

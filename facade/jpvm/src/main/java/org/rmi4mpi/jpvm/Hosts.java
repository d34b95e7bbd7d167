package org.rmi4mpi.jpvm;

import java.util.List;

/** Names of the ranks' nodes. Set when the pool starts. */
public final class Hosts {
    private static volatile List<String> names = List.of();

    private Hosts() {}

    static void are(List<String> ofRanks) {
        names = ofRanks;
    }

    static List<String> all() {
        return names;
    }

    /** The name for a rank; "unknown" if there is no such rank. */
    static String of(int rank) {
        List<String> all = names;
        return rank >= 0 && rank < all.size() ? all.get(rank) : "unknown";
    }
}

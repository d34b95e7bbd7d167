package org.rmi4mpi.why;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;

/** Ranks in words, such as {@code ranks 0-2 and 5}. Stateless. */
final class Ranks {
    private static final int FEW = 8;

    private Ranks() {}

    static String all(Collection<Integer> ranks) {
        return in(ranks, " and ");
    }

    /** One of them. */
    static String any(Collection<Integer> ranks) {
        return in(ranks, " or ");
    }

    private static String in(Collection<Integer> ranks, String last) {
        List<String> spans = new ArrayList<>();
        TreeSet<Integer> sorted = new TreeSet<>(ranks);
        int number = sorted.size();
        while (!sorted.isEmpty()) {
            int first = sorted.pollFirst();
            int end = first;
            while (sorted.remove(end + 1)) {
                end++;
            }
            spans.add(first == end ? "" + first : first + "-" + end);
        }
        if (spans.size() > FEW) {
            spans = new ArrayList<>(spans.subList(0, FEW));
            spans.add("others");
        }
        int before = spans.size() - 1;
        return number == 0 ? "no rank" : (number == 1 ? "rank " : "ranks ")
                + (before < 1 ? "" : String.join(", ", spans.subList(0, before)) + last) + spans.get(before);
    }
}

package org.rmi4mpi.launch;

import java.util.List;
import java.util.Locale;

/** Finds properties with our prefix that no code reads, most often because their names are misspelt. Stateless. */
final class UnknownOptions {
    private static final String PREFIX = "rmi4mpi.";
    /** The tests have properties with this prefix. */
    private static final String OF_TESTS = PREFIX + "test.";

    private UnknownOptions() {}

    /** Adds a line for each unknown property to the notices of the start. */
    static void addTo(List<String> notices) {
        for (String name : System.getProperties().stringPropertyNames()) {
            if (name.startsWith(PREFIX) && !name.startsWith(OF_TESTS) && !isKnown(name)) {
                Options nearest = nearest(name);
                notices.add("nothing reads -D" + name + ": "
                        + (nearest == null ? "" : "the nearest option is " + nearest.flag() + ", and ")
                        + "rmi4mpirun --help lists all options");
            }
        }
    }

    private static boolean isKnown(String name) {
        for (Options option : Options.values()) {
            if (option.property().equals(name)) {
                return true;
            }
        }
        return false;
    }

    /** Returns the option with the most similar name; null if no name is similar. */
    static Options nearest(String name) {
        Options nearest = null;
        int least = (name.length() - PREFIX.length()) * 2 / 3 + 1;
        for (Options option : Options.values()) {
            int distance = distance(name.toLowerCase(Locale.ROOT), option.property());
            if (option.isForUsers() && distance < least) {
                nearest = option;
                least = distance;
            }
        }
        return nearest;
    }

    /** The Levenshtein distance: how many characters are inserted, deleted or replaced. */
    static int distance(String a, String b) {
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int above = row[j];
                int replaced = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                row[j] = Math.min(replaced, 1 + Math.min(above, row[j - 1]));
                diagonal = above;
            }
        }
        return row[b.length()];
    }
}

package org.rmi4mpi.rmi;

import java.util.Arrays;
import java.util.stream.Collectors;

/** The names in a registry, for messages. Stateless. */
final class Names {
    private static final int MOST = 10;

    private Names() {}

    /** The names, separated by commas. If there are many, only the first of them. */
    static String told(String[] names) {
        String first = Arrays.stream(names).limit(MOST).collect(Collectors.joining(", "));
        return names.length == 0 ? "no names" : names.length > MOST ? first + " and " + (names.length - MOST) + " more"
                : first;
    }
}

package org.rmi4mpi.rmi;

import java.rmi.RemoteException;
import java.rmi.registry.Registry;
import java.util.Arrays;
import java.util.stream.Collectors;

/** The names in registries, for messages. Stateless. */
final class Names {
    private static final int MOST = 10;

    private Names() {}

    /** Whether the registry has the name; false if it cannot be asked. */
    static boolean has(Registry registry, String name) {
        try {
            return Arrays.asList(registry.list()).contains(name);
        } catch (RemoteException e) {
            return false;
        }
    }

    /** The names, separated by commas. If there are many, only the first of them. */
    static String told(String[] names) {
        String first = Arrays.stream(names).limit(MOST).collect(Collectors.joining(", "));
        return names.length == 0 ? "no names" : names.length > MOST ? first + " and " + (names.length - MOST) + " more"
                : first;
    }
}

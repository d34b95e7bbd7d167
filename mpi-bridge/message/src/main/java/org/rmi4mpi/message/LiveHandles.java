package org.rmi4mpi.message;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.rmi4mpi.bridge.Job;

/** Strict mode: the handles that the program has not freed, and the places where it made them. Any thread may call. */
public final class LiveHandles {
    private static final Map<Object, String> MADE = Collections.synchronizedMap(new IdentityHashMap<>());

    /** Whether MPI.Init has ended, which makes handles of its own. The job may have begun long before. */
    private static volatile boolean isWatched;

    private LiveHandles() {}

    /** From now on the program makes handles. */
    static void watch() {
        isWatched = true;
    }

    /** @param kind such as "communicator" */
    public static void add(String kind, Object handle) {
        if (Strict.IS_ON && isWatched && Job.isRunning()) {
            MADE.putIfAbsent(handle, kind + " of " + CallSite.here());
        }
    }

    public static void remove(Object handle) {
        if (Strict.IS_ON) {
            MADE.remove(handle);
        }
    }

    /** Prints one line for each place. */
    static void tell() {
        Map<String, Long> places;
        synchronized (MADE) {
            places = MADE.values().stream()
                    .collect(Collectors.groupingBy(place -> place, TreeMap::new, Collectors.counting()));
        }
        places.forEach((place, times) -> Strict.tell("has not freed, or not completed, the " + place
                + (times == 1 ? "" : " (" + times + " times)")));
    }
}

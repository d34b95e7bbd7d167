package org.rmi4mpi.doctor;

import java.util.Locale;

/** Checks the time that a message and its answer take between two ranks. */
public final class RoundTripCheck {
    /**
     * Ethernet of 1 Gbit/s takes about 50 us for 8 bytes, and 20 ms for 1 MiB. A rank that waits for a core takes
     * longer.
     */
    private static final double MOST_US_SHORT = 2_000;
    private static final double MOST_US_LONG = 60_000;

    private RoundTripCheck() {}

    /** @param shortUs time for 8 bytes, in microseconds; {@code longUs} is that for 1 MiB */
    public static Finding look(String hosts, double shortUs, double longUs) {
        String found = String.format(Locale.ROOT, "%.1f us for 8 bytes, %,.0f us for 1 MiB", shortUs, longUs);
        return shortUs <= MOST_US_SHORT && longUs <= MOST_US_LONG ? Finding.well("round trip", hosts, found)
                : Finding.wrong("round trip", hosts, found + String.format(Locale.ROOT, ", above %,.0f and %,.0f",
                        MOST_US_SHORT, MOST_US_LONG), "give ranks cores of their own, and the MPI its fast network: see"
                                + " docs/cluster.md#when-it-is-slow");
    }
}

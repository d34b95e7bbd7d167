package org.rmi4mpi.doctor;

import java.util.concurrent.TimeUnit;

/** Whether the clocks of two nodes agree, so that the times in their logs can be compared. */
public final class ClockCheck {
    private static final long MOST_MS = 500;

    private ClockCheck() {}

    /**
     * Looks at a clock.
     *
     * @param aheadNs how far the clock is ahead of the clock of the first node
     * @param errorNs the largest error of that number
     */
    public static Finding look(String host, long aheadNs, long errorNs) {
        long ahead = TimeUnit.NANOSECONDS.toMillis(Math.max(0, Math.abs(aheadNs) - errorNs));
        String found = String.format(java.util.Locale.ROOT, "%+.1f ms from the first node's clock", aheadNs / 1e6);
        return ahead <= MOST_MS ? Finding.well("clock", host, found)
                : Finding.wrong("clock", host, found + ", more than " + MOST_MS,
                        "have the nodes synchronise their clocks"
                                + " (chronyd, ntpd)");
    }
}

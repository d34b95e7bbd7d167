package org.rmi4mpi.trace;

import java.rmi.RemoteException;

/** What has to be added to this rank's times to have those of rank 0. */
final class ClockOffset {
    /** The answer that comes back soonest tells the most. */
    private static final int QUESTIONS = 40;

    private ClockOffset() {}

    /**
     * Asks the clock at the other end, and takes it that both ways of the quickest answer took as long (Cristian,
     * Probabilistic clock synchronization, 1989, section 3).
     *
     * @return in nanoseconds, exact to half the time of a call
     */
    static long to(TraceHome home) throws RemoteException {
        long quickest = Long.MAX_VALUE;
        long offset = 0;
        for (int i = 0; i < QUESTIONS; i++) {
            long before = System.nanoTime();
            long there = home.time();
            long took = System.nanoTime() - before;
            if (took < quickest) {
                quickest = took;
                offset = there - (before + took / 2);
            }
        }
        return offset;
    }
}

package org.rmi4mpi.ref;

/**
 * How the calls of a stub are made.
 *
 * @param oneWay whether those without a result are not waited for
 * @param async whether the result completes a future, and the caller goes on
 * @param timeoutNs after which a call is given up; 0 for never
 */
record CallMode(boolean oneWay, boolean async, long timeoutNs) {
    static final CallMode PLAIN = new CallMode(false, false, 0);

    CallMode asOneWay() {
        return new CallMode(true, async, timeoutNs);
    }

    CallMode asAsync() {
        return new CallMode(oneWay, true, timeoutNs);
    }

    CallMode within(long nanoseconds) {
        return new CallMode(oneWay, async, nanoseconds);
    }
}

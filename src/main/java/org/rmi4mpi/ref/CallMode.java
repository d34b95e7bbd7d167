package org.rmi4mpi.ref;

import java.util.Map;

/**
 * How the calls of a stub are made.
 *
 * @param oneWay whether those without a result are not waited for
 * @param async whether the result completes a future, and the caller goes on
 * @param timeoutNs after which a call is given up; 0 for never
 * @param metadata travel with each; null for none
 * @param batch what the calls become part of; null where each is sent
 */
record CallMode(boolean oneWay, boolean async, long timeoutNs, Map<String, String> metadata, BatchedCalls batch) {
    static final CallMode PLAIN = new CallMode(false, false, 0, null, null);

    CallMode asOneWay() {
        return new CallMode(true, async, timeoutNs, metadata, batch);
    }

    CallMode asAsync() {
        return new CallMode(oneWay, true, timeoutNs, metadata, batch);
    }

    CallMode within(long nanoseconds) {
        return new CallMode(oneWay, async, nanoseconds, metadata, batch);
    }

    CallMode with(Map<String, String> pairs) {
        return new CallMode(oneWay, async, timeoutNs, pairs, batch);
    }

    CallMode in(BatchedCalls calls) {
        return new CallMode(oneWay, async, timeoutNs, metadata, calls);
    }
}

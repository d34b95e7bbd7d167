package org.rmi4mpi.ref;

import java.util.Map;

/**
 * How the calls of a stub are made.
 *
 * @param oneWay whether the caller does not wait for methods without a result
 * @param async whether the caller goes on, and the result completes a future
 * @param timeoutNs time-out of each call in nanoseconds; 0 for none
 * @param metadata pairs that travel with each call; null for none
 * @param batch the batch that takes the calls; null if each call is sent by itself
 */
record CallMode(boolean oneWay, boolean async, long timeoutNs, Map<String, String> metadata, BatchRequest batch) {
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

    CallMode in(BatchRequest calls) {
        return new CallMode(oneWay, async, timeoutNs, metadata, calls);
    }
}

package org.rmi4mpi.ref;

import java.util.Map;

/**
 * The way in which a stub makes calls.
 *
 * @param oneWay whether the caller does not wait for methods without a result
 * @param async whether the caller goes on, and the result completes a future
 * @param timeoutNs time-out of each call in nanoseconds; 0 for none
 * @param metadata pairs that travel with each call; null for none
 */
record StubMode(boolean oneWay, boolean async, long timeoutNs, Map<String, String> metadata) {
    static final StubMode PLAIN = new StubMode(false, false, 0, null);

    StubMode asOneWay() {
        return new StubMode(true, async, timeoutNs, metadata);
    }

    StubMode asAsync() {
        return new StubMode(oneWay, true, timeoutNs, metadata);
    }

    StubMode within(long nanoseconds) {
        return new StubMode(oneWay, async, nanoseconds, metadata);
    }

    StubMode with(Map<String, String> pairs) {
        return new StubMode(oneWay, async, timeoutNs, pairs);
    }
}

package org.rmi4mpi.trace;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Numbers the messages from one rank to another on one communicator with one tag. MPI keeps their order (MPI 3.1, section 3.5), so
 * that the numbers at both ranks agree. Thread-safe.
 */
final class MessageNumbers {
    private final Map<Way, AtomicInteger> last = new ConcurrentHashMap<>();

    private record Way(Object communicator, int peer, int tag) {}

    /** The tag and the next number. */
    long next(Object communicator, int peer, int tag) {
        int number = last.computeIfAbsent(new Way(communicator, peer, tag), none -> new AtomicInteger())
                .incrementAndGet();
        return (long) number << Integer.SIZE | tag & 0xFFFF_FFFFL;
    }

    static int tag(long tagAndNumber) {
        return (int) tagAndNumber;
    }

    static int number(long tagAndNumber) {
        return (int) (tagAndNumber >> Integer.SIZE);
    }
}

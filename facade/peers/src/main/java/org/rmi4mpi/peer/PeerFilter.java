package org.rmi4mpi.peer;

import java.io.InvalidClassException;
import java.io.ObjectInputFilter;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * The filters of deserialization that values of peers pass: that of the called object, and that of the process. They are asked
 * about arrays, collections, enums, exceptions and objects of the program. Immutable.
 */
final class PeerFilter {
    private final List<ObjectInputFilter> filters;
    private final int rank;

    /** What a filter is told. */
    private record Inquiry(Class<?> serialClass, long arrayLength, long depth, long references, long streamBytes)
            implements ObjectInputFilter.FilterInfo {}

    private PeerFilter(List<ObjectInputFilter> filters, int rank) {
        this.filters = filters;
        this.rank = rank;
    }

    /** Returns null where there is no filter. */
    static PeerFilter of(ObjectInputFilter ofObject, int rank) {
        ObjectInputFilter ofProcess = ObjectInputFilter.Config.getSerialFilter();
        return ofObject == null && ofProcess == null ? null
                : new PeerFilter(Stream.of(ofObject, ofProcess).filter(Objects::nonNull).toList(), rank);
    }

    /** @param length of an array; -1 for all else */
    void ask(Class<?> type, long length, long depth, long references, long bytes) throws InvalidClassException {
        Inquiry inquiry = new Inquiry(type, length, depth, references, bytes);
        for (ObjectInputFilter each : filters) {
            if (each.checkInput(inquiry) == ObjectInputFilter.Status.REJECTED) {
                throw new InvalidClassException(type.getName(),
                        "refused by a serialization filter of rank " + rank);
            }
        }
    }
}

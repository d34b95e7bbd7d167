package org.rmi4mpi.jpvm;

/**
 * A large array of a message, which stands beside the stream of its small elements. It is not changed any more, unless
 * it is the program's own.
 *
 * @param count of its elements that are sent, from the first on
 * @param inPlace whether it is the program's own
 */
record Part(ElementType type, Object array, int count, boolean inPlace) {
    long bytes() {
        return (long) count * type.size;
    }

    /** One that stays as it is. */
    Part kept() {
        return inPlace ? new Part(type, type.copyOf(array, count), count, false) : this;
    }
}

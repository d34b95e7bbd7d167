package org.rmi4mpi.jpvm.pack;

/**
 * A large array of a message, kept beside the stream of small elements. It is not modified, except by the program if it
 * is the program's own array.
 *
 * @param count number of values sent, from the first on
 * @param inPlace whether it is the program's own array
 */
public record Part(ElementType type, Object array, int count, boolean inPlace) {
    public long bytes() {
        return (long) count * type.size;
    }

    /** An equal part that the program cannot modify. */
    Part kept() {
        return inPlace ? new Part(type, type.copyOf(array, count), count, false) : this;
    }
}

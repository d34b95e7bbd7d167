package org.rmi4mpi.serial;

import java.io.IOException;
import java.lang.reflect.Array;

/** Reads arrays, and decides how many elements to allocate before they have arrived. Owned by one thread. */
final class ArrayReader {
    /**
     * Elements to allocate for a collection by its announced length alone, at more than {@link #DEEP_TRUST} levels of
     * nesting. The limit is low since each level may announce as many.
     */
    private static final int LEAST_TRUST = 64;
    private static final int DEEP_TRUST = 16;
    /** Maximum number of bytes to await from a stream before an array is allocated for them. */
    private static final int LARGEST_LOOK_AHEAD = 1 << 30;
    /** Minimum size of an element that is a reference, in bytes. */
    private static final int LEAST_ELEMENT = 4;

    private final InputBytes in;
    private final FilterCheck filter;
    private final MissingClasses missing;
    private final ObjectReader objects;
    /**
     * Minimum size of the outstanding elements of all arrays that have begun, in bytes. Restored after a nested call.
     */
    long owed;

    ArrayReader(InputBytes in, FilterCheck filter, MissingClasses missing, ObjectReader objects) {
        this.in = in;
        this.filter = filter;
        this.missing = missing;
        this.objects = objects;
    }

    /** Reads an array of a primitive type. */
    Object readPrimitives(StreamClass stream, int handle, boolean unshared) throws IOException {
        Primitive kind = stream.elements;
        boolean isApart = in.isApart();
        int length = isApart ? ~in.readCode() : in.readLength(kind.size);
        if (filter.isThere()) {
            filter.checkPrimitives(typeOf(stream), length, (long) length * kind.size);
        }
        return objects.finish(handle, isApart ? in.getApart(length, kind) : in.getArray(length, kind), unshared);
    }

    /** Reads an array of references. */
    Object read(StreamClass stream, int handle, boolean unshared) throws IOException, ClassNotFoundException {
        int length = readLength(stream);
        Object[] elements = newElements(stream, length);
        objects.handles.set(handle, elements, unshared);
        missing.set(handle, stream.missing);
        readElements(elements, handle, length);
        return objects.finish(handle, elements, unshared);
    }

    /** Null if the class is missing here. */
    private static Class<?> typeOf(StreamClass stream) {
        return stream.local == null ? null : stream.local.type;
    }

    int readLength(StreamClass stream) throws IOException {
        int length = in.readLength(LEAST_ELEMENT);
        filter.check(typeOf(stream), length);
        return length;
    }

    /**
     * Allocates an array; returns null if its class is missing here. Allocates nothing for a length that the remaining
     * bytes cannot hold.
     */
    Object[] newElements(StreamClass stream, int length) throws IOException {
        long least = (long) LEAST_ELEMENT * length;
        in.require(Math.min(least, (long) LEAST_ELEMENT * FilterCheck.LARGEST_TRUST));
        owed += least;
        if (owed > in.rest()) {
            throw InputBytes.corrupted("invalid length " + length
                    + ": the message is too short for the outstanding elements of its arrays");
        }
        if (in.rest() == InputBytes.UNKNOWN) {
            in.require(Math.min(owed, LARGEST_LOOK_AHEAD)); // only reading shows how many bytes are still to come
        }
        return stream.local == null ? null
                : (Object[]) Array.newInstance(stream.local.type.getComponentType(), length);
    }

    void readElements(Object[] elements, int handle, int length) throws IOException, ClassNotFoundException {
        for (int i = 0; i < length; i++) {
            owed -= LEAST_ELEMENT;
            Object element = objects.readReferenceOf(handle, false);
            if (elements != null) {
                elements[i] = element;
            }
        }
        objects.last = handle;
    }

    /** Returns the number of elements of a collection to allocate at once. */
    int trusted(int count) {
        return (int) Math.min(count, objects.depth > DEEP_TRUST ? LEAST_TRUST
                : in.rest() == InputBytes.UNKNOWN ? FilterCheck.LARGEST_TRUST : in.rest() / LEAST_ELEMENT);
    }
}

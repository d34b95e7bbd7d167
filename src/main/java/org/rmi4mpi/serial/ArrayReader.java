package org.rmi4mpi.serial;

import java.io.IOException;
import java.lang.reflect.Array;

/**
 * Reads arrays, and says for how many elements room is made before they have come. Owned by one thread.
 */
final class ArrayReader {
    /** Room for elements that are only said to come, of a collection within so many objects: each may say the same. */
    private static final int LEAST_TRUST = 64;
    private static final int DEEP_TRUST = 16;
    /** Bytes of a stream that are waited for before an array is made that they are the elements of. */
    private static final int LARGEST_LOOK_AHEAD = 1 << 30;
    /** What an element that is a reference takes at least. */
    private static final int LEAST_ELEMENT = 4;

    private final InputBytes in;
    private final FilterCheck filter;
    private final MissingClasses missing;
    private final ObjectReader objects;
    /** Bytes that the elements of arrays take at least which have begun; restored after a call within. */
    long owed;

    ArrayReader(InputBytes in, FilterCheck filter, MissingClasses missing, ObjectReader objects) {
        this.in = in;
        this.filter = filter;
        this.missing = missing;
        this.objects = objects;
    }

    /** Of an array of a primitive type. */
    Object readPrimitives(StreamClass stream, int handle, boolean unshared) throws IOException {
        PrimitiveArrays kind = stream.elements;
        boolean isApart = in.isApart();
        int length = isApart ? ~in.readCode() : in.readLength(kind.size);
        if (filter.isThere()) {
            filter.check(typeOf(stream), length);
        }
        return objects.finish(handle, isApart ? in.getApart(length, kind) : in.getArray(length, kind), unshared);
    }

    /** Of an array of references. */
    Object read(StreamClass stream, int handle, boolean unshared) throws IOException, ClassNotFoundException {
        int length = readLength(stream);
        Object[] elements = newElements(stream, length);
        objects.handles.set(handle, elements, unshared);
        missing.set(handle, stream.missing);
        readElements(elements, handle, length);
        return objects.finish(handle, elements, unshared);
    }

    /** Null where the class is not here. */
    private static Class<?> typeOf(StreamClass stream) {
        return stream.local == null ? null : stream.local.type;
    }

    int readLength(StreamClass stream) throws IOException {
        int length = in.readLength(LEAST_ELEMENT);
        filter.check(typeOf(stream), length);
        return length;
    }

    /** Null of a class that is not here. A length without elements that could come takes no memory. */
    Object[] newElements(StreamClass stream, int length) throws IOException {
        long least = (long) LEAST_ELEMENT * length;
        in.require(Math.min(least, (long) LEAST_ELEMENT * FilterCheck.LARGEST_TRUST));
        owed += least;
        if (owed > in.rest()) {
            throw InputBytes.corrupted("invalid length " + length + " within arrays whose elements are still to come");
        }
        if (!in.isMessage) {
            in.require(Math.min(owed, LARGEST_LOOK_AHEAD)); // what follows in a stream shows by reading it alone
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

    /** For how many elements of a collection room is made at once. */
    int trusted(int count) {
        return (int) Math.min(count, objects.depth > DEEP_TRUST ? LEAST_TRUST
                : in.isMessage ? in.rest() / LEAST_ELEMENT : FilterCheck.LARGEST_TRUST);
    }
}

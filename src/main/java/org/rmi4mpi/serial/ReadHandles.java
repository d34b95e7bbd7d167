package org.rmi4mpi.serial;

import java.io.IOException;
import java.io.InvalidObjectException;
import java.util.Arrays;

/** The objects that have been read, by their handles. Cleared for the next message. Owned by one stream. */
final class ReadHandles {
    /** The handle of a value that nothing can refer to, such as null. */
    static final int NONE = -1;

    private static final int FIRST_CAPACITY = 32;
    /** Largest table that is kept for the next message. */
    private static final int LARGEST_KEPT = 1 << 14;
    private static final Object UNSHARED = new Object();

    private Object[] objects = new Object[FIRST_CAPACITY];
    private int count;

    /** Returns the next handle, for an object that is about to be created. */
    int add() {
        int handle = count;
        if (handle == objects.length) {
            objects = Arrays.copyOf(objects, 2 * handle);
        }
        count = handle + 1;
        return handle;
    }

    void set(int handle, Object object, boolean unshared) {
        objects[handle] = unshared ? UNSHARED : object;
    }

    void set(int handle, Object object) {
        objects[handle] = object;
    }

    void check(int handle) throws IOException {
        if (handle >= count) {
            throw InputBytes.corrupted("invalid handle " + handle + " of " + count);
        }
    }

    Object get(int handle) throws InvalidObjectException {
        Object object = objects[handle];
        if (object == UNSHARED) {
            throw new InvalidObjectException("cannot read back reference to unshared object");
        }
        return object;
    }

    void clear() {
        if (count == 1) { // most messages have one object
            objects[0] = null;
        } else {
            Arrays.fill(objects, 0, count, null);
        }
        count = 0;
    }

    /** Frees the memory of a large message. */
    void shrink() {
        if (objects.length > LARGEST_KEPT) {
            objects = new Object[FIRST_CAPACITY];
        }
    }
}

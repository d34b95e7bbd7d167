package org.rmi4mpi.serial;

import java.util.Arrays;

/** The objects that a message has, by identity: open addressing, emptied for the next message. Owned by one stream. */
final class HandleTable {
    private static final int SMALLEST = 32;
    /** A larger table is not kept for the next message. */
    private static final int LARGEST_KEPT = 1 << 15;

    private Object[] keys = new Object[SMALLEST];
    private int[] handles = new int[SMALLEST];
    /** Where the keys are, so that few are forgotten fast. */
    private int[] places = new int[SMALLEST / 2];
    private int used;
    private int next;

    /** The object's handle, or -1. */
    int find(Object object) {
        int mask = keys.length - 1;
        for (int i = slot(object, mask); keys[i] != null; i = i + 1 & mask) {
            if (keys[i] == object) {
                return handles[i];
            }
        }
        return -1;
    }

    /** Gives the object the next handle. */
    void add(Object object) {
        if (2 * used >= keys.length) {
            grow();
        }
        places[used++] = insert(object, next++);
    }

    /** Passes a handle over: an object that nothing can refer to has it. */
    void skip() {
        next++;
    }

    private int insert(Object object, int handle) {
        int mask = keys.length - 1;
        int i = slot(object, mask);
        while (keys[i] != null) {
            i = i + 1 & mask;
        }
        keys[i] = object;
        handles[i] = handle;
        return i;
    }

    private static int slot(Object object, int mask) {
        int hash = System.identityHashCode(object);
        return (hash ^ hash >>> 15) & mask;
    }

    private void grow() {
        Object[] oldKeys = keys;
        int[] oldHandles = handles;
        keys = new Object[2 * oldKeys.length];
        handles = new int[keys.length];
        places = Arrays.copyOf(places, keys.length / 2);
        for (int i = 0; i < used; i++) {
            int old = places[i];
            places[i] = insert(oldKeys[old], oldHandles[old]);
        }
    }

    void clear() {
        if (keys.length > LARGEST_KEPT) {
            keys = new Object[SMALLEST];
            handles = new int[SMALLEST];
            places = new int[SMALLEST / 2];
        } else {
            for (int i = 0; i < used; i++) {
                keys[places[i]] = null;
            }
        }
        used = 0;
        next = 0;
    }
}

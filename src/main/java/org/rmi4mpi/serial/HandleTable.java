package org.rmi4mpi.serial;

import java.util.Arrays;

/** The objects that a message has, by identity: open addressing, emptied for the next message. Owned by one stream. */
final class HandleTable {
    private static final int SMALLEST = 64;

    private Object[] keys = new Object[SMALLEST];
    private int[] handles = new int[SMALLEST];
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
        used++;
        insert(object, next++);
    }

    /** Passes a handle over: an object that nothing can refer to has it. */
    void skip() {
        next++;
    }

    private void insert(Object object, int handle) {
        int mask = keys.length - 1;
        int i = slot(object, mask);
        while (keys[i] != null) {
            i = i + 1 & mask;
        }
        keys[i] = object;
        handles[i] = handle;
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
        for (int i = 0; i < oldKeys.length; i++) {
            if (oldKeys[i] != null) {
                insert(oldKeys[i], oldHandles[i]);
            }
        }
    }

    void clear() {
        if (used > 0) {
            if (keys.length > 16 * SMALLEST) { // a large message's table is not kept for small ones
                keys = new Object[SMALLEST];
                handles = new int[SMALLEST];
            } else {
                Arrays.fill(keys, null);
            }
        }
        used = 0;
        next = 0;
    }
}

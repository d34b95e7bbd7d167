package org.rmi4mpi.serial;

import java.util.Arrays;

/**
 * The objects that a message has, by identity, in the order of their handles. A few are compared one by one; more are
 * found by hash, with open addressing. Emptied for the next message. Owned by one stream.
 */
final class HandleTable {
    private static final int FEW = 4;
    /** After a message of more than these the next one is expected to have many, too. */
    private static final int MANY = 8;
    private static final int SMALLEST = 64;
    /** A larger table is not kept for the next message. */
    private static final int LARGEST_KEPT = 1 << 15;
    /** What has a handle, and cannot be referred to. */
    private static final Object NOBODY = new Object();

    private Object[] objects = new Object[SMALLEST];
    private int count;
    /** One more than the handle, or 0. */
    private int[] slots = new int[2 * SMALLEST];
    /** Of the slots that this message uses, which are twice as many as objects at least; 0 while there are few. */
    private int mask;
    /** Of the slots that the message before has used. */
    private int maskBefore = 2 * SMALLEST - 1;

    /** The object's handle, or -1. */
    int find(Object object) {
        return mask == 0 ? findAmongFew(object) : slots[slotOf(object)] - 1;
    }

    private int findAmongFew(Object object) {
        for (int i = count - 1; i >= 0; i--) {
            if (objects[i] == object) {
                return i;
            }
        }
        return -1;
    }

    /** The object's handle, or -1 where it has got the next one. */
    int findOrAdd(Object object) {
        if (mask == 0) {
            int found = findAmongFew(object);
            if (found < 0) {
                add(object);
            }
            return found;
        }
        int at = slotOf(object);
        if (slots[at] != 0) {
            return slots[at] - 1;
        }
        append(object);
        if (2 * count > mask) {
            hash(2 * (mask + 1));
        } else {
            slots[at] = count;
        }
        return -1;
    }

    /** Gives the next handle to an object that has none. */
    private void add(Object object) {
        append(object);
        if (count > FEW) {
            hash(maskBefore + 1);
        }
    }

    /** Passes a handle over: an object that nothing can refer to has it. */
    void skip() {
        append(NOBODY);
        if (mask == 0 ? count > FEW : 2 * count > mask) {
            hash(mask == 0 ? maskBefore + 1 : 2 * (mask + 1));
        }
    }

    private void append(Object object) {
        if (count == objects.length) {
            objects = Arrays.copyOf(objects, 2 * count);
        }
        objects[count++] = object;
    }

    private void hash(int size) {
        if (size > slots.length) {
            slots = new int[size];
        } else {
            Arrays.fill(slots, 0, mask == 0 ? 0 : mask + 1, 0);
        }
        mask = size - 1;
        for (int i = 0; i < count; i++) {
            if (objects[i] != NOBODY) {
                slots[slotOf(objects[i])] = i + 1;
            }
        }
    }

    /**
     * Where the object is, or would be. Strings have hashes of their own, which most know already, and an identity hash
     * has to be made; where another one is found at its place, or one of the same text, the identity hash decides.
     */
    private int slotOf(Object object) {
        if (object instanceof String text) {
            int at = place(text.hashCode());
            if (slots[at] == 0 || objects[slots[at] - 1] == object) {
                return at;
            }
        }
        int at = place(System.identityHashCode(object));
        while (slots[at] != 0 && objects[slots[at] - 1] != object) {
            at = at + 1 & mask;
        }
        return at;
    }

    private int place(int hash) {
        return (hash ^ hash >>> 15) & mask;
    }

    void clear() {
        if (count == 1 && mask == 0) { // as of most messages
            objects[0] = null;
            count = 0;
            return;
        }
        if (objects.length > LARGEST_KEPT) {
            objects = new Object[SMALLEST];
            slots = new int[2 * SMALLEST];
            maskBefore = 2 * SMALLEST - 1;
        } else {
            Arrays.fill(objects, 0, count, null);
            if (mask > 0) {
                Arrays.fill(slots, 0, mask + 1, 0);
                maskBefore = 4 * count > mask ? mask : mask >> 1 | 2 * SMALLEST - 1;
            }
        }
        mask = count > MANY ? maskBefore : 0;
        count = 0;
    }
}

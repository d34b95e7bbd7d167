package org.rmi4mpi.serial;

import java.util.Arrays;

/**
 * The objects of a message by identity, in the order of their handles. Few objects are compared one by one. More are
 * found by hash, with open addressing. Cleared for the next message. Owned by one stream.
 */
public final class HandleTable {
    private static final int FEW = 4;
    /** After a message with more objects than this, the next one starts with a hash table. */
    private static final int MANY = 8;
    private static final int SMALLEST = 64;
    /** A larger table is dropped after the message. */
    private static final int LARGEST_KEPT = 1 << 15;
    /** Fills a handle that nothing can refer to. */
    private static final Object NOBODY = new Object();

    private Object[] objects = new Object[SMALLEST];
    private int count;
    /** Handle plus one, or 0 for an empty slot. */
    private int[] slots = new int[2 * SMALLEST];
    /** Index mask of the slots in use, which are at least twice as many as objects; 0 while there are few objects. */
    private int mask;
    /** Index mask of the slots that the previous message used. */
    private int maskBefore = 2 * SMALLEST - 1;

    /** Returns the handle of the object, or -1. */
    int find(Object object) {
        return mask == 0 ? findAmongFew(object) : slots[slotOf(object)] - 1;
    }

    private int findAmongFew(Object object) {
        int at = count;
        while (at > 0 && objects[at - 1] != object) {
            at--;
        }
        return at - 1;
    }

    /** Returns the handle of the object. An object without one gets the next handle, and the result is -1. */
    public int findOrAdd(Object object) {
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

    /** Skips a handle, and returns it. It belongs to what this table does not find. */
    public int skip() {
        append(NOBODY);
        if (mask == 0 ? count > FEW : 2 * count > mask) {
            hash(mask == 0 ? maskBefore + 1 : 2 * (mask + 1));
        }
        return count - 1;
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
     * Returns the slot of the object, or the one where it would go. A string is first looked up by its own hash, which
     * it mostly has cached, since an identity hash is costly to create. If another object, or an equal string, takes
     * that slot, the identity hash decides.
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
        if (count == 1 && mask == 0) { // most messages have one object
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

package org.rmi4mpi.serial;

import java.util.Arrays;

/**
 * The numbers of the classes that are sent to one reader. The reader reports how many numbers it has learned; the other
 * classes are described again in each message that contains them. Thread-safe.
 */
final class SentClasses {
    private static final int NONE = 0;

    /** Indexed by the number of the class's plan: the number for the reader plus one. Copied when it grows. */
    private volatile int[] ids = new int[64];
    private int next;
    private volatile int known;

    /** Returns a negative number if the class has none yet. */
    int find(ClassPlan plan) {
        int[] current = ids;
        return plan.number < current.length ? current[plan.number] - 1 : -1;
    }

    synchronized int assign(ClassPlan plan) {
        int found = find(plan);
        if (found >= 0) {
            return found;
        }
        int[] grown = Arrays.copyOf(ids, Math.max(ids.length, Integer.highestOneBit(plan.number + 1) << 1));
        grown[plan.number] = ++next;
        ids = grown;
        return next - 1;
    }

    /** Assigns a number to a description without a class. */
    synchronized int assign() {
        return next++;
    }

    boolean isKnown(int id) {
        return id < known;
    }

    /**
     * Records that the reader has learned the first {@code count} classes. A stream of chunks learns each class as it
     * is written.
     */
    void markKnown(int count) {
        if (count > known) {
            markMoreKnown(count);
        }
    }

    private synchronized void markMoreKnown(int count) {
        known = Math.max(known, Math.min(count, next));
    }

    synchronized void clear() {
        Arrays.fill(ids, NONE);
        next = 0;
        known = 0;
    }
}

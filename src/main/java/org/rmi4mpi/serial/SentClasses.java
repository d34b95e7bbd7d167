package org.rmi4mpi.serial;

import java.util.Arrays;

/**
 * The numbers under which one reader is told of classes, for as long as it is written to. A reader has learned those
 * below a number that it has told; the others are described in every message that has them. Used by any thread.
 */
final class SentClasses {
    private static final int NONE = 0;

    /** By the number of a class's plan: one more than its number here. Replaced when it grows. */
    private volatile int[] ids = new int[64];
    private int next;
    private volatile int known;

    /** Negative where it has none yet. */
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

    /** A number that stands for a description without a class. */
    synchronized int assign() {
        return next++;
    }

    boolean isKnown(int id) {
        return id < known;
    }

    /** The reader has learned so many; those that follow in its stream are known as they are written. */
    void learned(int count) {
        if (count > known) {
            learnedMore(count);
        }
    }

    private synchronized void learnedMore(int count) {
        known = Math.max(known, Math.min(count, next));
    }

    synchronized void clear() {
        Arrays.fill(ids, NONE);
        next = 0;
        known = 0;
    }
}

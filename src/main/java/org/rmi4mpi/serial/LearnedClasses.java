package org.rmi4mpi.serial;

import java.io.StreamCorruptedException;
import java.lang.ref.SoftReference;
import java.util.Arrays;
import java.util.WeakHashMap;

/**
 * The classes that one writer has described, by the numbers that it gave them, and what they are to each class loader.
 * Used by any thread.
 */
final class LearnedClasses {
    /** Numbers are given one by one: one far beyond the others is none. */
    private static final int LARGEST_GAP = 1 << 16;

    private StreamClass[] described = new StreamClass[64];
    private int known;
    private final WeakHashMap<ClassLoader, SoftReference<Table>> tables = new WeakHashMap<>();

    /** Of one class loader; replaced when it grows. */
    static final class Table {
        private volatile StreamClass[] matched = new StreamClass[64];

        StreamClass find(int id) {
            StreamClass[] current = matched;
            return id < current.length ? current[id] : null;
        }

        synchronized void put(int id, StreamClass stream) {
            StreamClass[] grown = Arrays.copyOf(matched, Math.max(matched.length, Integer.highestOneBit(id + 1) << 1));
            grown[id] = stream;
            matched = grown;
        }

        void clear() {
            matched = new StreamClass[64];
        }
    }

    synchronized Table of(ClassLoader loader) {
        SoftReference<Table> found = tables.get(loader);
        Table table = found == null ? null : found.get();
        if (table == null) {
            table = new Table();
            tables.put(loader, new SoftReference<>(table));
        }
        return table;
    }

    synchronized void put(int id, StreamClass stream) throws StreamCorruptedException {
        if (id < 0 || id > known + LARGEST_GAP) {
            throw new StreamCorruptedException("invalid number " + id + " of a class, after " + known);
        }
        if (id >= described.length) {
            described = Arrays.copyOf(described, Integer.highestOneBit(id + 1) << 1);
        }
        described[id] = stream;
        while (known < described.length && described[known] != null) {
            known++;
        }
    }

    /** Null where it has not been described. */
    synchronized StreamClass find(int id) {
        return id >= 0 && id < described.length ? described[id] : null;
    }

    /** How many have been described, from 0 on without a gap. */
    synchronized int known() {
        return known;
    }

    synchronized void clear() {
        Arrays.fill(described, null);
        known = 0;
        tables.clear();
    }
}

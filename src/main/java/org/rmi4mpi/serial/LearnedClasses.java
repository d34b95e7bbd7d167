package org.rmi4mpi.serial;

import java.io.StreamCorruptedException;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;

/**
 * The classes that one writer has described, by the numbers that it gave them, and what they are to each class loader.
 * They keep no class loader alive. Used by any thread.
 */
final class LearnedClasses {
    private static final ClassLoader SYSTEM = ClassLoader.getSystemClassLoader();

    /** As they were described, without the classes here. */
    private final Map<Integer, StreamClass> described = new HashMap<>();
    private volatile int known;
    /** A table is held by the classes in it that its loader has defined. */
    private final Map<ClassLoader, WeakReference<Table>> tables = new WeakHashMap<>();
    private volatile Table ofSystem;
    /** Those of loaders that are there for good. */
    private final List<Table> lasting = new ArrayList<>();
    private volatile WeakReference<Table> recent = new WeakReference<>(null);

    /** To one class loader: what is read with it has the classes that it finds. Used by any thread. */
    static final class Table {
        /** A number that is farther beyond the others than this has no place. */
        private static final int LARGEST_GAP = 1 << 10;

        private final WeakReference<ClassLoader> loader;
        /** Replaced when it changes. */
        private volatile StreamClass[] matched = new StreamClass[64];
        private int count;

        Table(ClassLoader loader) {
            this.loader = new WeakReference<>(loader);
        }

        /** Null where there is none, or none yet. */
        StreamClass find(int id) {
            StreamClass[] current = matched;
            return id < current.length ? current[id] : null;
        }

        /** Returns whether there is a place for it: numbers are given one by one. */
        synchronized boolean put(int id, StreamClass stream) {
            if (id < 0 || id > 2 * count + LARGEST_GAP) {
                return false;
            }
            StreamClass[] grown = Arrays.copyOf(matched, Math.max(matched.length, Integer.highestOneBit(id + 1) << 1));
            grown[id] = stream;
            matched = grown;
            count++;
            return true;
        }

        synchronized void clear() {
            matched = new StreamClass[64];
            count = 0;
        }
    }

    Table of(ClassLoader loader) {
        if (loader == SYSTEM && ofSystem != null) {
            return ofSystem;
        }
        Table table = recent.get();
        return table != null && table.loader.refersTo(loader) ? table : find(loader);
    }

    private synchronized Table find(ClassLoader loader) {
        WeakReference<Table> found = tables.get(loader);
        Table table = found == null ? null : found.get();
        if (table == null) {
            table = new Table(loader);
            tables.put(loader, new WeakReference<>(table));
            if (loader == null || loader == SYSTEM || loader == ClassLoader.getPlatformClassLoader()) {
                lasting.add(table);
            }
        }
        recent = new WeakReference<>(table);
        if (loader == SYSTEM) {
            ofSystem = table;
        }
        return table;
    }

    /** Keeps what a class is to a loader for the messages that come. */
    void put(Table table, int id, StreamClass matched) {
        Class<?> type = matched.local.type;
        if (table.put(id, matched) && type.getClassLoader() != null && table.loader.refersTo(type.getClassLoader())) {
            matched.local.hold(this, table);
        }
    }

    /** What a message has described that was read without failure. */
    synchronized void learn(Collection<StreamClass> classes) {
        for (StreamClass each : classes) {
            described.putIfAbsent(each.id, each);
        }
        int next = known;
        while (described.containsKey(next)) {
            next++;
        }
        known = next;
    }

    /** As it was described; null where it was not. */
    synchronized StreamClass find(int id) {
        return described.get(id);
    }

    /** As {@link #find}, of a class that is described again. */
    void checkSame(StreamClass again) throws StreamCorruptedException {
        StreamClass before = find(again.id);
        if (before != null && !before.isSameAs(again)) {
            throw new StreamCorruptedException("class number " + again.id + " was " + before.name
                    + " and is described as " + again.name + " with other contents");
        }
    }

    /** How many have been described, from 0 on without a gap. */
    int known() {
        return known;
    }
}

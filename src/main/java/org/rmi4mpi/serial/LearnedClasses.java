package org.rmi4mpi.serial;

import java.io.StreamCorruptedException;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;

/**
 * The classes that one writer has described, by its numbers, and the local classes that each loader finds for them.
 * Keeps no class loader alive. Thread-safe.
 */
final class LearnedClasses {
    private static final ClassLoader SYSTEM = ClassLoader.getSystemClassLoader();

    /** The classes as the writer described them, not matched with local classes. */
    private final Map<Integer, StreamClass> described = new HashMap<>();
    private volatile int known;
    /** A table is held by those classes in it that its loader defined. */
    private final Map<ClassLoader, WeakReference<Table>> tables = new WeakHashMap<>();
    private volatile Table ofSystem;
    /** Tables of loaders that live as long as the JVM. */
    private final List<Table> lasting = new ArrayList<>();
    private volatile WeakReference<Table> recent = new WeakReference<>(null);

    /** The classes as one loader finds them. Thread-safe. */
    static final class Table {
        /** Maximum gap in the numbers; a number beyond it is refused. */
        private static final int LARGEST_GAP = 1 << 10;

        private final WeakReference<ClassLoader> loader;
        /** Copied on each change. */
        private volatile StreamClass[] matched = new StreamClass[64];
        /** The numbers of classes that the loader lacks, and that another loader has found. Copied on each change. */
        private volatile BitSet lacking = new BitSet(0);
        private int count;

        Table(ClassLoader loader) {
            this.loader = new WeakReference<>(loader);
        }

        /** Returns null if the number has no class, or has not been matched yet. */
        StreamClass find(int id) {
            StreamClass[] current = matched;
            return id < current.length ? current[id] : null;
        }

        /** Whether the loader was found to lack the class of this number. */
        boolean lacks(int id) {
            return lacking.get(id);
        }

        /** Records that the loader lacks a class, so that it is not asked again at each message. */
        synchronized void putLacking(int id) {
            BitSet more = (BitSet) lacking.clone();
            more.set(id);
            lacking = more;
        }

        /** Returns false if the number is invalid: a writer assigns numbers one by one. */
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
            lacking = new BitSet(0);
            count = 0;
        }
    }

    Table tableFor(ClassLoader loader) {
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

    /** Keeps a matched class for later messages. */
    void put(Table table, int id, StreamClass matched) {
        Class<?> type = matched.local.type;
        if (table.put(id, matched) && type.getClassLoader() != null && table.loader.refersTo(type.getClassLoader())) {
            matched.local.hold(this, table);
        }
    }

    /** Keeps the descriptions of a message that was read without failure. */
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

    /** Returns the writer's description, or null. */
    synchronized StreamClass find(int id) {
        return described.get(id);
    }

    /** Checks that a repeated description equals the first one. */
    void checkSame(StreamClass again) throws StreamCorruptedException {
        StreamClass before = find(again.id);
        if (before != null && !before.isSameAs(again)) {
            throw new StreamCorruptedException("class number " + again.id + " was " + before.name
                    + " and is described as " + again.name + " with other contents");
        }
    }

    /** Returns the number of classes that have been described, counted from 0 without a gap. */
    int known() {
        return known;
    }
}

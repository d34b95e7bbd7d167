package org.rmi4mpi.ref.collect;

import java.util.HashMap;
import java.util.Map;

/** A concurrent map that frees memory when it gets emptier. Each part has its own lock. */
final class ShrinkingMap<K, V> {
    private static final int PARTS = 32;
    private static final int SMALL = 64;

    private static final class Part<K, V> {
        private Map<K, V> map = new HashMap<>();
        private int fullest;

        private synchronized V get(Object key) {
            return map.get(key);
        }

        private synchronized boolean replace(K key, V old, V value) {
            if (map.get(key) != old) {
                return false;
            }
            map.put(key, value);
            fullest = Math.max(fullest, map.size());
            return true;
        }

        private synchronized void remove(K key, V value) {
            if (map.remove(key, value) && fullest > SMALL && map.size() < fullest / 4) {
                map = new HashMap<>(map);
                fullest = map.size();
            }
        }
    }

    private final Part<K, V>[] parts = newParts();

    @SuppressWarnings({"unchecked", "rawtypes"})
    private static <K, V> Part<K, V>[] newParts() {
        Part<K, V>[] parts = new Part[PARTS];
        for (int i = 0; i < PARTS; i++) {
            parts[i] = new Part<>();
        }
        return parts;
    }

    private Part<K, V> part(Object key) {
        int hash = key.hashCode();
        return parts[(hash ^ hash >>> 10 ^ hash >>> 20) & PARTS - 1];
    }

    /** Returns null if there is no entry. */
    V get(Object key) {
        return part(key).get(key);
    }

    /** Replaces a value if it is still the old one. Null stands for no value. */
    boolean replace(K key, V old, V value) {
        return part(key).replace(key, old, value);
    }

    void remove(K key, V value) {
        part(key).remove(key, value);
    }
}

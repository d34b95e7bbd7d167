package org.rmi4mpi.message;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.rmi4mpi.message.data.Check;
import org.rmi4mpi.message.data.MessageException;

/** Values that a program keeps with a communicator, a datatype or a window, by key. Any thread may call. */
public final class Attributes {
    /** Keys that are made here are greater than the keys that programs choose. */
    private static final AtomicInteger LAST_KEY = new AtomicInteger(1 << 24);

    private static final Set<Integer> MADE = ConcurrentHashMap.newKeySet();

    private final Map<Integer, Object> values = new ConcurrentHashMap<>();

    /** A new key. */
    public static int createKey() {
        int key = LAST_KEY.incrementAndGet();
        MADE.add(key);
        return key;
    }

    /** @throws MessageException where the key was not made by {@link #createKey}, or was freed */
    public static void freeKey(String call, int key) {
        Check.argument(call, MADE.remove(key), "keyval", key, "one that was made, and not freed yet");
    }

    /** @throws MessageException where the key was not made by {@link #createKey}, or was freed */
    public static void checkKey(String call, int key) {
        Check.argument(call, MADE.contains(key), "keyval", key, "one that was made, and not freed yet");
    }

    /** The value of a key; null where there is none. */
    public Object get(int key) {
        return values.get(key);
    }

    public void put(int key, Object value) {
        if (value == null) {
            values.remove(key);
        } else {
            values.put(key, value);
        }
    }

    public void remove(int key) {
        values.remove(key);
    }

    /** Copies all values of another object. */
    public void copyFrom(Attributes other) {
        values.putAll(other.values);
    }
}

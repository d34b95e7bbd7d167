package org.rmi4mpi.message;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;
import org.rmi4mpi.bridge.Mpi;
import org.rmi4mpi.bridge.MpiInfos;
import org.rmi4mpi.bridge.NativeBuffer;
import org.rmi4mpi.bridge.RequestSlot;
import org.rmi4mpi.message.data.Check;

/**
 * Hints for MPI, which MPI may ignore: texts by key. Each call that takes hints makes an MPI_Info of them. Any thread
 * may call.
 */
public final class Hints {
    private static final int LONGEST_KEY = (int) Mpi.constant("MPI_MAX_INFO_KEY");
    private static final int LONGEST_VALUE = (int) Mpi.constant("MPI_MAX_INFO_VAL");

    private final Map<String, String> values = new LinkedHashMap<>();

    public synchronized void set(String key, String value) {
        Check.argument("set", isWithin(key, LONGEST_KEY), "key", key, "1 to " + LONGEST_KEY + " bytes");
        Check.argument("set", isWithin(value, LONGEST_VALUE), "value", value, "1 to " + LONGEST_VALUE + " bytes");
        values.put(key, value);
    }

    private static boolean isWithin(String text, int longest) {
        return text != null && !text.isEmpty() && text.getBytes(StandardCharsets.UTF_8).length <= longest;
    }

    /** The value of a key; null where it was not set. */
    public synchronized String get(String key) {
        return values.get(key);
    }

    public synchronized boolean has(String key, String value) {
        return value != null && value.equals(values.get(key));
    }

    public synchronized void delete(String key) {
        Check.argument("delete", values.remove(key) != null, "key", key, "one that was set");
    }

    public synchronized int size() {
        return values.size();
    }

    /** A key, by its index in the order of setting. */
    public synchronized String key(int index) {
        Check.argument("getKey", index >= 0 && index < values.size(), "i", index, "below the size, " + values.size());
        return new ArrayList<>(values.keySet()).get(index);
    }

    public synchronized Hints copy() {
        Hints copy = new Hints();
        copy.values.putAll(values);
        return copy;
    }

    @Override
    public synchronized String toString() {
        return values.toString();
    }

    /** A call of MPI that takes hints. */
    @FunctionalInterface
    public interface Use {
        int call(long info);
    }

    /**
     * Makes an MPI_Info of the hints, and calls with it. Returns MPI's code.
     *
     * @param hints null for none
     */
    public static int use(String call, Hints hints, Use use) {
        if (hints == null) {
            return use.call(Mpi.constant("MPI_INFO_NULL"));
        }
        RequestSlot slot = RequestSlot.acquire();
        try {
            Check.code(call, MpiInfos.create(slot));
            long info = slot.handle();
            try {
                hints.writeTo(call, info);
                return use.call(info);
            } finally {
                Check.code(call, MpiInfos.free(info));
            }
        } finally {
            slot.release();
        }
    }

    private synchronized void writeTo(String call, long info) {
        values.forEach((key, value) -> {
            NativeBuffer nativeKey = text(key);
            NativeBuffer nativeValue = text(value);
            try {
                Check.code(call, MpiInfos.set(info, nativeKey.address(), nativeValue.address()));
            } finally {
                nativeKey.release();
                nativeValue.release();
            }
        });
    }

    /** Copies a text to native memory, with a zero byte at the end. The caller releases the memory. */
    public static NativeBuffer text(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        NativeBuffer memory = NativeBuffer.acquire(bytes.length + 1);
        memory.bytes().put(0, bytes).put(bytes.length, (byte) 0);
        return memory;
    }

    /** Reads a text that ends with a zero byte. */
    public static String textOf(NativeBuffer memory) {
        int length = 0;
        while (length < memory.bytes().capacity() && memory.bytes().get(length) != 0) {
            length++;
        }
        byte[] array = new byte[length];
        memory.bytes().get(0, array);
        return new String(array, StandardCharsets.UTF_8);
    }

    /** The hints of MPI_INFO_ENV, which tell how the job was started. */
    public static Hints ofEnvironment() {
        Check.running("INFO_ENV");
        return of("INFO_ENV", Mpi.constant("MPI_INFO_ENV"));
    }

    /** Reads the hints in an MPI_Info. */
    public static Hints of(String call, long info) {
        Hints hints = new Hints();
        RequestSlot slot = RequestSlot.acquire();
        NativeBuffer key = NativeBuffer.acquire(LONGEST_KEY + 1);
        NativeBuffer value = NativeBuffer.acquire(LONGEST_VALUE + 1);
        try {
            Check.code(call, MpiInfos.size(info, slot));
            int size = slot.value();
            for (int i = 0; i < size; i++) {
                Check.code(call, MpiInfos.key(info, i, key.address()));
                Check.code(call, MpiInfos.value(info, key.address(), LONGEST_VALUE, value.address()));
                hints.values.put(textOf(key), textOf(value));
            }
        } finally {
            slot.release();
            key.release();
            value.release();
        }
        return hints;
    }
}

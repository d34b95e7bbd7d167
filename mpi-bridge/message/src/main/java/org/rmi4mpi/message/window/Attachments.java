package org.rmi4mpi.message.window;

import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.rmi4mpi.bridge.Mpi;
import org.rmi4mpi.message.data.Check;
import org.rmi4mpi.message.data.ErrorClasses;

/**
 * The memory that was attached to a dynamic window. Each rank has a table of its own. The other ranks read it, through
 * a window over the table, before they use the attached memory:
 *
 * <pre>
 *  0              8         16      24
 * +--------------+---------+-------+----
 * | displacement | address | bytes | ...    64 times; free where bytes is 0
 * +--------------+---------+-------+----
 * </pre>
 *
 * <p>Displacements count the bytes of the attached buffers; each buffer begins at a multiple of 16. This object's
 * monitor guards this rank's table.
 */
final class Attachments {
    private static final int ENTRIES = 64;
    private static final int ENTRY = 3;
    private static final int ALIGNMENT = 16;

    private final ByteBuffer table =
            ByteBuffer.allocateDirect(ENTRIES * ENTRY * Long.BYTES).order(ByteOrder.nativeOrder());
    /** Keeps the attached buffers reachable. */
    private final Buffer[] buffers = new Buffer[ENTRIES];

    ByteBuffer table() {
        return table;
    }

    private long get(int entry, int field) {
        return table.getLong((entry * ENTRY + field) * Long.BYTES);
    }

    synchronized void add(String call, Buffer buffer, long address, long bytes) {
        int free = -1;
        long end = 0;
        for (int i = ENTRIES - 1; i >= 0; i--) {
            free = buffers[i] == null ? i : free;
            end = Math.max(end, get(i, 0) + get(i, 2));
            Check.argument(call, buffers[i] == null || address + bytes <= get(i, 1)
                    || get(i, 1) + get(i, 2) <= address, "base", "memory that is attached already", "other memory");
        }
        Check.argument(call, free >= 0, "base", "more than " + ENTRIES + " buffers",
                "at most that many at a time: call detach first");
        long start = (end + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
        Check.argument(call, start + bytes <= Integer.MAX_VALUE, "size", bytes,
                "at most 2 GiB less 1 byte of attached memory together, of which " + start + " are in use");
        table.putLong(free * ENTRY * Long.BYTES, start).putLong((free * ENTRY + 1) * Long.BYTES, address)
                .putLong((free * ENTRY + 2) * Long.BYTES, bytes);
        buffers[free] = buffer;
    }

    private int entry(String call, Buffer buffer) {
        Check.argument(call, buffer != null && buffer.isDirect(), "base", "no direct buffer", "one that is attached");
        long address = Mpi.address(buffer);
        int found = -1;
        for (int i = 0; i < ENTRIES; i++) {
            found = buffers[i] != null && get(i, 1) == address ? i : found;
        }
        Check.argument(call, found >= 0, "base", "one that is not attached", "an attached buffer");
        return found;
    }

    /** Returns the address. */
    synchronized long check(String call, Buffer buffer) {
        return get(entry(call, buffer), 1);
    }

    synchronized void remove(String call, Buffer buffer) {
        int entry = entry(call, buffer);
        for (int field = 0; field < ENTRY; field++) {
            table.putLong((entry * ENTRY + field) * Long.BYTES, 0);
        }
        buffers[entry] = null;
    }

    synchronized int displacement(String call, Buffer buffer) {
        return (int) get(entry(call, buffer), 0);
    }

    static long[] newCopy() {
        return new long[ENTRIES * ENTRY];
    }

    /** The address that a displacement stands for at a rank. */
    static long address(String call, long[] table, Target target, long lowest, long highest) {
        for (int i = 0; i < table.length; i += ENTRY) {
            if (table[i + 2] > 0 && lowest >= table[i] && highest <= table[i] + table[i + 2]) {
                return table[i + 1] + target.displacement() - table[i];
            }
        }
        throw Check.failure(call + ": bytes " + lowest + " to " + highest
                + " lie in no attached buffer of rank " + target.rank() + ", which has "
                + describe(table) + Check.at("give a smaller displacement or count, or attach more there"), null,
                ErrorClasses.ofArgument("targetDisp"));
    }

    private static String describe(long[] table) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < table.length; i += ENTRY) {
            if (table[i + 2] > 0) {
                text.append(text.isEmpty() ? "" : ", ").append(table[i]).append(" to ").append(table[i] + table[i + 2]);
            }
        }
        return text.isEmpty() ? "none" : text.toString();
    }
}

package org.rmi4mpi.message;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.rmi4mpi.bridge.MpiTypes;
import org.rmi4mpi.bridge.NativeBuffer;
import org.rmi4mpi.bridge.RequestSlot;

/**
 * Layouts with several base types, or with displacements that are no multiples of an element. MPI has a datatype for
 * each of them, which is kept until the job ends. Any thread may call.
 */
public final class Structures {
    private static final Map<List<Object>, Long> HANDLES = new ConcurrentHashMap<>();

    private Structures() {}

    /** Collects the blocks of a structure, in bytes. */
    private record Blocks(List<Integer> lengths, List<Long> displacements, List<Long> types) {
        Blocks() {
            this(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        }

        void add(int length, long displacement, long type) {
            lengths.add(length);
            displacements.add(displacement);
            types.add(type);
        }

        /** MPI's datatype of the blocks. The same blocks have one datatype. */
        long handle(String call, long lower, long extent) {
            return HANDLES.computeIfAbsent(List.of(lengths, displacements, types, lower, extent),
                    key -> make(call, lower, extent));
        }

        private long make(String call, long lower, long extent) {
            int count = lengths.size();
            NativeBuffer nativeLengths = Pieces.ints(lengths.stream().mapToInt(Integer::intValue).toArray());
            NativeBuffer nativeDispls = longs(displacements);
            NativeBuffer nativeTypes = longs(types);
            RequestSlot slot = RequestSlot.acquire();
            try {
                Check.code(call, MpiTypes.struct(count, nativeLengths.address(), nativeDispls.address(),
                        nativeTypes.address(), lower, extent, slot));
                return slot.handle();
            } finally {
                slot.release();
                nativeLengths.release();
                nativeDispls.release();
                nativeTypes.release();
            }
        }
    }

    private static NativeBuffer longs(List<Long> values) {
        NativeBuffer memory = NativeBuffer.acquire(Long.BYTES * Math.max(1, values.size()));
        memory.bytes().asLongBuffer().put(0, values.stream().mapToLong(Long::longValue).toArray());
        return memory;
    }

    /** MPI's datatype with the blocks and bounds of a layout, for calls on unpacked elements. */
    public static long handle(String call, Layout layout) {
        Check.running(call);
        Check.argument(call, !layout.isObject(), "datatype", layout, "one of a primitive base type");
        int size = layout.elementSize();
        if (layout.isContiguous() && layout.lb() == 0 && layout.size() == layout.item().elements()) {
            return layout.handle();
        }
        Blocks blocks = new Blocks();
        for (int i = 0; i < layout.starts.length; i++) {
            blocks.add(layout.items(layout.lengths[i]), (long) layout.starts[i] * size, layout.handle());
        }
        return blocks.handle(call, (long) layout.lb() * size, (long) layout.extent() * size);
    }

    /**
     * Blocks of any layouts at displacements in bytes.
     *
     * @param extent in bytes; -1 for MPI's own choice
     */
    public static Layout of(String call, int[] blockLengths, long[] displacements, Layout[] types, long extent) {
        Layout alike = extent < 0 ? inElements(call, blockLengths, displacements, types) : null;
        return alike != null ? alike : inBytes(call, blockLengths, displacements, types, extent);
    }

    /** The layout in elements; null where not all blocks have one base type. */
    private static Layout inElements(String call, int[] blockLengths, long[] displacements, Layout[] types) {
        if (types.length == 0) {
            return null;
        }
        int size = types[0].elementSize();
        for (int i = 0; i < types.length; i++) {
            if (!types[i].item().equals(types[0].item()) || displacements[i] % size != 0) {
                return null;
            }
        }
        LayoutBuilder builder = new LayoutBuilder(call, types[0]);
        for (int i = 0; i < types.length; i++) {
            builder.add(blockLengths[i], displacements[i] / size, types[i]);
        }
        return builder.layout();
    }

    private static Layout inBytes(
            String call, int[] blockLengths, long[] displacements, Layout[] types, long extent) {
        Check.running(call);
        long lower = extent >= 0 ? 0 : Long.MAX_VALUE;
        int basics = 0;
        for (int i = 0; i < types.length; i++) {
            Check.argument(call, blockLengths[i] >= 0, "blockLengths[" + i + "]", blockLengths[i], "0 or more");
            Check.argument(call, !types[i].isObject(), "datatype", types[i], "types of primitive base types");
            long first = displacements[i] + (long) types[i].lb() * types[i].elementSize();
            lower = blockLengths[i] == 0 ? lower : Math.min(lower, first);
            basics += blockLengths[i] * types[i].items(types[i].size()) * types[i].item().basics();
        }
        long shift = lower == Long.MAX_VALUE ? 0 : lower;
        Blocks blocks = new Blocks();
        Members.Builder members = new Members.Builder();
        for (int i = 0; i < types.length; i++) {
            blocks.add(blockLengths[i], displacements[i] - shift, handle(call, types[i]));
            members.add(blockLengths[i], displacements[i] - shift, types[i]);
        }
        long handle = blocks.handle(call, 0, extent);
        long bytes = MpiTypes.extent(handle);
        Check.argument(call, bytes + shift <= Integer.MAX_VALUE && shift >= Integer.MIN_VALUE, "extent", bytes,
                "at most " + Integer.MAX_VALUE);
        int wireBytes = size(call, handle);
        if (wireBytes == 0) {
            return Layout.withoutElements("derived by " + call, (int) shift, (int) bytes);
        }
        Layout.Item item = new Layout.Item(
                Element.BYTE, handle, (int) Math.max(1, bytes), wireBytes, basics, wireBytes < bytes,
                members.members());
        return Layout.structure("derived by " + call, item, (int) shift);
    }

    private static int size(String call, long handle) {
        RequestSlot slot = RequestSlot.acquire();
        try {
            Check.code(call, MpiTypes.size(handle, slot));
            return slot.value();
        } finally {
            slot.release();
        }
    }

    /** Blocks of several layouts. Checks the program's arguments. */
    public static Layout struct(String call, int[] blockLengths, int[] displacements, Layout[] types) {
        Check.argument(call, types != null, "types", "null", "an array of datatypes");
        Check.length(call, "blockLengths", blockLengths, types.length);
        Check.length(call, "displacements", displacements, types.length);
        for (int i = 0; i < types.length; i++) {
            Check.datatype(call, "types[" + i + "]", types[i]);
        }
        return of(call, blockLengths, Arrays.stream(displacements).asLongStream().toArray(), types, -1);
    }

    /** Blocks of one layout, at displacements in bytes. */
    public static Layout indexed(String call, int[] blockLengths, int[] displacements, Layout type) {
        new LayoutBuilder(call, type).check(blockLengths, displacements);
        return alike(call, blockLengths, Arrays.stream(displacements).asLongStream().toArray(), type);
    }

    /** Blocks of one layout and of equal length, at equal distances in bytes. */
    public static Layout vector(String call, int count, int blockLength, int stride, Layout type) {
        new LayoutBuilder(call, type).check("count", count);
        long[] displacements = new long[count];
        Arrays.setAll(displacements, i -> (long) i * stride);
        return alike(call, Pieces.equal(blockLength, count), displacements, type);
    }

    private static Layout alike(String call, int[] blockLengths, long[] displacements, Layout type) {
        Layout[] types = new Layout[blockLengths.length];
        Arrays.fill(types, type);
        return types.length == 0
                ? new LayoutBuilder(call, type).layout()
                : of(call, blockLengths, displacements, types, -1);
    }

    /** The same blocks with bounds of their own, in bytes. */
    public static Layout resized(String call, Layout type, int lower, int extent) {
        Check.datatype(call, "oldtype", type);
        int size = type.elementSize();
        Check.argument(call, lower % size == 0 && extent % size == 0, "lower bound and extent",
                lower + " and " + extent,
                "multiples of the " + size + " bytes of an element");
        return type.resized(lower / size, (lower + extent) / size);
    }
}

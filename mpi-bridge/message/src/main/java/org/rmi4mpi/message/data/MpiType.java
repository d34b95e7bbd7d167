package org.rmi4mpi.message.data;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import org.rmi4mpi.bridge.MpiTypes;
import org.rmi4mpi.bridge.NativeBuffer;
import org.rmi4mpi.bridge.RequestSlot;

/**
 * MPI's datatype of a layout, with its displacements and bounds in memory. A file or a window gets it, and it tells which
 * bounds MPI gives a layout. It is made for one use, and then freed. Messages do not need it, since they have no gaps.
 * Owned by its thread.
 */
public final class MpiType implements AutoCloseable {
    private final String call;
    /** The types that were made, which are freed at the end. */
    private final List<Long> made = new ArrayList<>();
    /** Each layout has one datatype: MPICH gives a structure of one datatype other bounds than one of two equal ones. */
    private final Map<Derivation, Long> known = new IdentityHashMap<>();
    private long handle;

    private MpiType(String call) {
        this.call = call;
    }

    /** The datatype of a layout, with its bounds. */
    public static MpiType of(String call, Layout layout) {
        return new MpiType(call).begin(type -> type.make(layout));
    }

    /** The datatype that MPI makes, with the bounds that it chooses. */
    static MpiType of(String call, Derivation derivation) {
        return new MpiType(call).begin(type -> type.make(derivation));
    }

    /** Blocks of one of MPI's own datatypes. */
    public static MpiType ofBlocks(String call, int[] lengths, long[] displacements, long type) {
        return new MpiType(call).begin(
                made -> made.made(slot -> Derivation.Indexed.make(lengths, displacements, type, slot)));
    }

    /** MPI's datatype of members that follow each other without gaps. It is kept until the job ends. */
    static long dense(String call, Members members) {
        int[] counts = members.list().stream().mapToInt(Members.Member::count).toArray();
        long[] places = members.list().stream().mapToLong(Members.Member::at).toArray();
        long[] handles = members.list().stream().mapToLong(each -> each.item().handle()).toArray();
        try (MpiType type = new MpiType(call)) {
            long natural = type.made(slot -> Derivation.Struct.make(counts, places, handles, slot));
            type.handle = type.made(slot -> MpiTypes.resized(natural, 0, members.end(), slot));
            type.made.remove(type.handle);
            return type.committed();
        }
    }

    /** The alignment of an item's members, in bytes. */
    static long alignment(String call, Layout.Item item) {
        if (item.isStructure()) {
            return item.members().list().stream().mapToLong(each -> alignment(call, each.item())).max().orElse(1);
        }
        int[] counts = {1, 1};
        long[] places = {0, item.bytes()};
        long[] handles = {item.handle(), Constants.BYTE};
        try (MpiType type = new MpiType(call)) {
            type.handle = type.made(slot -> Derivation.Struct.make(counts, places, handles, slot));
            return type.bounds(Bounds.ofBytes(0)).upper() - item.bytes(); // after one byte more
        }
    }

    /** Makes the datatype, or nothing. */
    private MpiType begin(ToLongFunction<MpiType> maker) {
        boolean isMade = false;
        try {
            handle = maker.applyAsLong(this);
            isMade = true;
            return this;
        } finally {
            if (!isMade) {
                close();
            }
        }
    }

    /** A call of MPI that makes a datatype, and stores its handle in the slot. */
    @FunctionalInterface
    private interface Maker {
        /** Returns MPI's code. */
        int make(RequestSlot slot);
    }

    private long made(Maker maker) {
        RequestSlot slot = RequestSlot.acquire();
        try {
            Check.code(call, maker.make(slot));
            long result = slot.handle();
            made.add(result);
            return result;
        } finally {
            slot.release();
        }
    }

    private long make(Layout layout) {
        Derivation derivation = layout.derivation();
        Long before = derivation == null ? null : known.get(derivation);
        if (before != null) {
            return before;
        }
        long natural = derivation == null ? undivided(layout) : make(derivation);
        Bounds wanted = layout.bounds();
        boolean isMarked = derivation instanceof Derivation.Struct struct && struct.hasMarkers()
                && wanted.isLowerMarked() && wanted.isUpperMarked();
        long result = bounds(natural, wanted).equals(wanted) && !isMarked
                ? natural
                : made(slot -> MpiTypes.resized(natural, wanted.lower(), wanted.extent(), slot));
        if (derivation != null) {
            known.put(derivation, result);
        }
        return result;
    }

    private long undivided(Layout layout) {
        return layout.size() == layout.item().elements()
                ? layout.handle()
                : made(slot -> MpiTypes.contiguous(layout.items(layout.size()), layout.handle(), slot));
    }

    private long make(Derivation derivation) {
        Derivation inMpi = derivation instanceof Derivation.Struct struct ? struct.withoutMarkers() : derivation;
        Layout[] layouts = inMpi.types();
        long[] handles = new long[layouts.length];
        for (int i = 0; i < layouts.length; i++) {
            handles[i] = make(layouts[i]);
        }
        return made(slot -> inMpi.make(handles, slot));
    }

    /** The handle of the datatype, for an operation. */
    public long committed() {
        Check.code(call, MpiTypes.commit(handle));
        return handle;
    }

    /** The bounds that MPI gives it, with the marks of others. */
    Bounds bounds(Bounds marks) {
        return bounds(handle, marks);
    }

    private Bounds bounds(long type, Bounds marks) {
        NativeBuffer result = NativeBuffer.acquire(2 * Long.BYTES);
        try {
            Check.code(call, MpiTypes.extent(type, result.address()));
            long lower = result.bytes().getLong(0);
            return marks.at(lower, lower + result.bytes().getLong(Long.BYTES));
        } finally {
            result.release();
        }
    }

    /** Frees it. MPI keeps it as long as an operation needs it. */
    @Override
    public void close() {
        made.forEach(MpiTypes::free);
        made.clear();
    }
}

package org.rmi4mpi.message.data;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.rmi4mpi.bridge.Job;

/**
 * Makes layouts of others, by each constructor of MPI, and checks the arguments of the program. Where the parts have one
 * base type, and lie at multiples of its size, the layout is in elements of it. Else it is in bytes. MPI itself tells the
 * bounds, unless all rules agree. Any thread may call.
 */
public final class LayoutMaker {
    /** MPI's types of structures without gaps. They are kept until the job ends, one for all structures that match. */
    private static final Map<Members, Layout.Item> STRUCTURES = new ConcurrentHashMap<>();

    private LayoutMaker() {}

    /** The unit of displacements. */
    public enum Unit {
        BYTES {
            @Override
            long bytes(Layout type) {
                return 1;
            }
        },
        ELEMENTS {
            @Override
            long bytes(Layout type) {
                return type.elementSize();
            }
        },
        EXTENTS {
            @Override
            long bytes(Layout type) {
                return type.bounds().extent();
            }
        };

        abstract long bytes(Layout type);
    }

    /** Copies without gaps between them. */
    public static Layout contiguous(String call, int count, Layout type) {
        check(call, "count", count);
        return make(call, new Derivation.Contiguous(count, checked(call, type)));
    }

    /** Blocks of equal length at equal distances. */
    public static Layout vector(String call, int count, int blockLength, int stride, Unit unit, Layout type) {
        check(call, "count", count);
        check(call, "blocklength", blockLength);
        long step = product(call, stride, unit.bytes(checked(call, type)));
        product(call, count, step);
        return make(call, new Derivation.Vector(count, blockLength, step, type));
    }

    /** Blocks of one layout at displacements. */
    public static Layout indexed(String call, int[] blockLengths, int[] displacements, Unit unit, Layout type) {
        checkArrays(call, blockLengths, displacements);
        long bytes = unit.bytes(checked(call, type));
        long[] places = Arrays.stream(displacements).mapToLong(at -> product(call, at, bytes)).toArray();
        return make(call, new Derivation.Indexed(blockLengths.clone(), places, type));
    }

    /** Blocks of several layouts at displacements in bytes. */
    public static Layout struct(String call, int[] blockLengths, int[] displacements, Layout[] types) {
        return make(call, structure(call, blockLengths, displacements, 1, types));
    }

    /**
     * Blocks of several layouts over one base type, at displacements in elements of it. Bounds that are set stay set, by
     * the rules of MPI 1.
     */
    public static Layout structOfOneBase(String call, int[] blockLengths, int[] displacements, Layout[] types) {
        Check.argument(call, types != null, "array_of_types", "null", "an array of datatypes");
        Layout base = null;
        for (int i = 0; i < types.length; i++) {
            Check.datatype(call, "array_of_types[" + i + "]", types[i]);
            if (!types[i].isMarker()) {
                base = base == null ? types[i] : base;
                Check.argument(call, types[i].item().equals(base.item()), "datatype", types[i],
                        "one of the same base type as the others");
            }
        }
        Derivation made =
                structure(call, blockLengths, displacements, base == null ? 1 : base.elementSize(), types);
        return make(call, made, true);
    }

    private static Derivation.Struct structure(
            String call, int[] blockLengths, int[] displacements, long unit, Layout[] types) {
        Check.argument(call, types != null, "types", "null", "an array of datatypes");
        checkArrays(call, blockLengths, displacements);
        Check.argument(call, types.length == blockLengths.length, "array_of_types.length", types.length,
                "that of the other arrays, " + blockLengths.length);
        for (int i = 0; i < types.length; i++) {
            Check.datatype(call, "types[" + i + "]", types[i]);
        }
        return new Derivation.Struct(blockLengths.clone(),
                Arrays.stream(displacements).mapToLong(at -> at * unit).toArray(), types.clone());
    }

    /** The same blocks with bounds of their own, in bytes. */
    public static Layout resized(String call, Layout type, int lower, int extent) {
        Derivation made = new Derivation.Resized(checked(call, type), lower, extent);
        return layout(call, made, new Composition(made), new Bounds(lower, (long) lower + extent, true, true));
    }

    private static Layout checked(String call, Layout type) {
        Check.datatype(call, "oldtype", type);
        return type;
    }

    private static void check(String call, String name, int count) {
        Check.argument(call, count >= 0, name, count, "0 or more");
    }

    private static void checkArrays(String call, int[] blockLengths, int[] displacements) {
        Check.argument(call, blockLengths != null, "array_of_blocklengths", "null", "an array");
        Check.argument(call, displacements != null, "array_of_displacements", "null", "an array");
        Check.argument(call, blockLengths.length == displacements.length, "array_of_displacements.length",
                displacements.length, "that of array_of_blocklengths, " + blockLengths.length);
        for (int i = 0; i < blockLengths.length; i++) {
            check(call, "blocklength", blockLengths[i]);
        }
    }

    /** The product, which is small enough for sums with a few others. */
    private static long product(String call, int factor, long bytes) {
        Check.argument(call, Math.abs(factor * (double) bytes) < 1L << 60, "displacement", factor + " times " + bytes
                + " bytes", "blocks that lie within the range of an int");
        return factor * bytes;
    }

    private static Layout make(String call, Derivation derivation) {
        return make(call, derivation, false);
    }

    /**
     * The layout with the bounds that MPI gives it.
     *
     * @param keepsMarks whether bounds that are set stay set, where an MPI of today would not keep them
     */
    private static Layout make(String call, Derivation derivation, boolean keepsMarks) {
        Composition parts = new Composition(derivation);
        Bounds bounds = parts.bounds();
        boolean isMarked = derivation instanceof Derivation.Struct struct && struct.hasMarkers()
                || keepsMarks && (bounds.isLowerMarked() || bounds.isUpperMarked());
        boolean isBeforeMpi = !Job.isRunning() && parts.isInElements(bounds) && !parts.isStructure();
        boolean isByRule = parts.isPlain() || parts.isHalfMarked() || parts.isOfObjects() || isMarked || isBeforeMpi;
        return layout(call, derivation, parts,
                isByRule ? ruled(call, derivation, parts) : asked(call, derivation, parts));
    }

    private static Bounds asked(String call, Derivation derivation, Composition parts) {
        Check.running(call);
        try (MpiType type = MpiType.of(call, derivation)) {
            return type.bounds(parts.bounds());
        }
    }

    /** The bounds by the rules of MPI 1: the extent is a multiple of the alignment, unless the upper bound is set. */
    private static Bounds ruled(String call, Derivation derivation, Composition parts) {
        Bounds bounds = parts.bounds();
        if (parts.isPlain() || bounds.isUpperMarked() || parts.isEmpty() || parts.isOfObjects()) {
            return bounds;
        }
        long[] alignment = {1};
        derivation.forEachPart((copies, displacement, type) -> alignment[0] =
                copies == 0 ? alignment[0] : Math.max(alignment[0], MpiType.alignment(call, type.item())));
        long over = Math.floorMod(bounds.extent(), alignment[0]);
        return bounds.at(bounds.lower(), bounds.upper() + (over == 0 ? 0 : alignment[0] - over));
    }

    private static Layout layout(String call, Derivation derivation, Composition parts, Bounds bounds) {
        Layout.Item item = parts.isInElements(bounds) ? parts.item()
                : parts.isEmpty() ? Layout.BYTES : structure(call, derivation);
        LayoutBuilder blocks = new LayoutBuilder(call, item);
        derivation.forEachPart(blocks::add);
        return blocks.layout(bounds, derivation);
    }

    /** The item of a structure in a message: the bytes of its members, without gaps. */
    private static Layout.Item structure(String call, Derivation derivation) {
        Check.running(call);
        List<Members.Member> list = new ArrayList<>();
        derivation.forEachPart((copies, displacement, type) -> {
            long items = (long) copies * type.size() / type.item().elements();
            Check.argument(call, !type.isObject() || items == 0, "datatype", type, "types of primitive base types");
            if (items > 0) {
                append(call, list, items, type.item().hasGaps() ? ofPair(call, type.item()) : type.item());
            }
        });
        return ofMembers(call, list);
    }

    /** The item of a pair without the gaps. */
    private static Layout.Item ofPair(String call, Layout.Item pair) {
        List<Members.Member> list = new ArrayList<>();
        pair.members().list().forEach(each -> append(call, list, each.count(), each.item()));
        return ofMembers(call, list);
    }

    private static void append(String call, List<Members.Member> list, long items, Layout.Item item) {
        Members.Member last = list.isEmpty() ? null : list.get(list.size() - 1);
        boolean isMore = last != null && last.item().equals(item);
        long count = items + (isMore ? last.count() : 0);
        long at = last == null ? 0 : isMore ? last.at() : last.at() + last.bytes();
        Check.argument(call, at + count * item.wireBytes() <= Check.LARGEST_MESSAGE, "size",
                at + count * item.wireBytes(), "at most " + Check.LARGEST_MESSAGE + " bytes");
        if (isMore) {
            list.remove(list.size() - 1);
        }
        list.add(new Members.Member((int) at, (int) count, item));
    }

    private static Layout.Item ofMembers(String call, List<Members.Member> list) {
        return STRUCTURES.computeIfAbsent(new Members(list, false), members -> {
            long basics = list.stream().mapToLong(each -> (long) each.count() * each.item().basics()).sum();
            return new Layout.Item(Element.BYTE, MpiType.dense(call, members), members.end(), members.end(),
                    (int) basics, members);
        });
    }
}

package org.rmi4mpi.message.data;

import java.util.Arrays;
import org.rmi4mpi.bridge.MpiTypes;
import org.rmi4mpi.bridge.NativeBuffer;
import org.rmi4mpi.bridge.RequestSlot;

/**
 * How a layout is made of others. There is one form for each constructor of MPI, since the bounds of a datatype depend
 * on its constructor. Displacements and bounds are in bytes. Immutable.
 */
sealed interface Derivation {
    /** Handles some copies of a layout, from a displacement on. */
    @FunctionalInterface
    interface PartAction {
        void part(int copies, long displacement, Layout type);
    }

    /** Visits the parts in the order of a message. */
    void forEachPart(PartAction action);

    /** The layouts that {@link #make} needs as datatypes of MPI. Marks of bounds are not among them. */
    Layout[] types();

    /**
     * Makes MPI's datatype, and stores its handle in the slot.
     *
     * @param types the handles of {@link #types}
     * @return MPI's code
     */
    int make(long[] types, RequestSlot result);

    /** Copies without gaps between them. */
    record Contiguous(int count, Layout type) implements Derivation {
        @Override
        public void forEachPart(PartAction action) {
            action.part(count, 0, type);
        }

        @Override
        public Layout[] types() {
            return new Layout[] {type};
        }

        @Override
        public int make(long[] types, RequestSlot result) {
            return MpiTypes.contiguous(count, types[0], result);
        }
    }

    /** Blocks of equal length at equal distances. */
    record Vector(int count, int blockLength, long stride, Layout type) implements Derivation {
        @Override
        public void forEachPart(PartAction action) {
            for (int i = 0; i < count; i++) {
                action.part(blockLength, i * stride, type);
            }
        }

        @Override
        public Layout[] types() {
            return new Layout[] {type};
        }

        @Override
        public int make(long[] types, RequestSlot result) {
            return MpiTypes.vector(count, blockLength, stride, types[0], result);
        }
    }

    /** Blocks of one layout at displacements. */
    record Indexed(int[] blockLengths, long[] displacements, Layout type) implements Derivation {
        @Override
        public void forEachPart(PartAction action) {
            for (int i = 0; i < blockLengths.length; i++) {
                action.part(blockLengths[i], displacements[i], type);
            }
        }

        @Override
        public Layout[] types() {
            return new Layout[] {type};
        }

        @Override
        public int make(long[] types, RequestSlot result) {
            return make(blockLengths, displacements, types[0], result);
        }

        static int make(int[] blockLengths, long[] displacements, long type, RequestSlot result) {
            NativeBuffer lengths = NativeBuffer.of(blockLengths);
            NativeBuffer places = NativeBuffer.of(displacements);
            try {
                return MpiTypes.indexed(blockLengths.length, lengths.address(), places.address(), type, result);
            } finally {
                lengths.release();
                places.release();
            }
        }
    }

    /** Blocks of several layouts at displacements. */
    record Struct(int[] blockLengths, long[] displacements, Layout[] parts) implements Derivation {
        @Override
        public void forEachPart(PartAction action) {
            for (int i = 0; i < parts.length; i++) {
                action.part(blockLengths[i], displacements[i], parts[i]);
            }
        }

        /** Whether it has marks of bounds. MPI gets these by {@link Resized}. */
        boolean hasMarkers() {
            return Arrays.stream(parts).anyMatch(Layout::isMarker);
        }

        /** The same without marks of bounds. */
        Struct withoutMarkers() {
            int[] kept = new int[parts.length];
            int count = 0;
            for (int i = 0; i < parts.length; i++) {
                if (!parts[i].isMarker()) {
                    kept[count++] = i;
                }
            }
            int[] places = Arrays.copyOf(kept, count);
            return new Struct(Arrays.stream(places).map(i -> blockLengths[i]).toArray(),
                    Arrays.stream(places).mapToLong(i -> displacements[i]).toArray(),
                    Arrays.stream(places).mapToObj(i -> parts[i]).toArray(Layout[]::new));
        }

        @Override
        public Layout[] types() {
            return parts;
        }

        @Override
        public int make(long[] types, RequestSlot result) {
            return make(blockLengths, displacements, types, result);
        }

        static int make(int[] blockLengths, long[] displacements, long[] types, RequestSlot result) {
            NativeBuffer lengths = NativeBuffer.of(blockLengths);
            NativeBuffer places = NativeBuffer.of(displacements);
            NativeBuffer handles = NativeBuffer.of(types);
            try {
                return MpiTypes.struct(
                        types.length, lengths.address(), places.address(), handles.address(), result);
            } finally {
                lengths.release();
                places.release();
                handles.release();
            }
        }
    }

    /** The same blocks with bounds of their own. */
    record Resized(Layout type, long lower, long extent) implements Derivation {
        @Override
        public void forEachPart(PartAction action) {
            action.part(1, 0, type);
        }

        @Override
        public Layout[] types() {
            return new Layout[] {type};
        }

        @Override
        public int make(long[] types, RequestSlot result) {
            return MpiTypes.resized(types[0], lower, extent, result);
        }
    }
}

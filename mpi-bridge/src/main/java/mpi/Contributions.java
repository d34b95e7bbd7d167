package mpi;

import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * What the ranks bring to a reduction that is computed in Java. They are combined in the order of the ranks, each in an
 * array of its own, which the program's function may change.
 */
final class Contributions {
    private final String call;
    private final Place place;
    private final int offset;
    private final int count;
    private final Datatype type;
    /** Index in a contribution's array at which the first copy of the datatype begins. */
    private final int base;
    private Object combined;

    Contributions(String call, Object sendbuf, int offset, int count, Datatype type) {
        this.call = call;
        this.place = Place.read(call, "sendbuf", sendbuf, type).check(offset, count);
        this.offset = offset;
        this.count = count;
        this.type = type;
        this.base = (int) Math.max(0, -type.lowest(0, count));
    }

    /** The caller's own, to be given to the others. */
    byte[] written() {
        if (type.isObject()) {
            return ObjectCodec.write(call, place.buf(), offset, count, type);
        }
        byte[] bytes = new byte[(int) type.elements(count) * type.elementSize()];
        place.pack(offset, count, wrapped(bytes), 0);
        return bytes;
    }

    private static ByteBuffer wrapped(byte[] bytes) {
        return ByteBuffer.wrap(bytes).order(ByteOrder.nativeOrder());
    }

    /** Combines those of the first ranks: the function is given each in turn, from the last but one down. */
    Contributions combine(byte[][] all, int ranks, Op op) {
        try {
            combine(all, ranks, op, place.buf().getClass().getComponentType());
        } catch (ArrayStoreException e) { // others bring other classes, or the function makes them
            combine(all, ranks, op, Object.class);
        }
        return this;
    }

    /** @param objects class of the arrays of objects; the function may cast them to that of the caller's, if it does */
    private void combine(byte[][] all, int ranks, Op op, Class<?> objects) {
        combined = array(all[ranks - 1], objects);
        for (int rank = ranks - 2; rank >= 0 && count > 0; rank--) {
            op.Call(array(all[rank], objects), base, combined, base, count, type);
        }
    }

    /** One rank's elements, where copies of the datatype have them. */
    private Object array(byte[] bytes, Class<?> objects) {
        int length = count == 0 ? 0 : base + (int) Math.max(0, type.highest(0, count));
        if (type.isObject()) {
            Object array = Array.newInstance(objects, length);
            ObjectCodec.put(call, ObjectCodec.read(call, bytes), array, base, count, type);
            return array;
        }
        Object array = type.element().newArray(length);
        type.unpack(wrapped(bytes), 0, Integer.MAX_VALUE, array, base, count);
        return array;
    }

    void into(Object recvbuf, int recvoffset, int copies) {
        into(0, recvbuf, recvoffset, copies);
    }

    /** Puts some copies of the datatype into a buffer, those after a number of others. */
    void into(int before, Object recvbuf, int recvoffset, int copies) {
        Place result = new Place(call, "recvbuf", recvbuf, type).check(recvoffset, copies);
        int from = base + before * type.Extent();
        if (type.isObject()) {
            try {
                type.forEachBlock(0, copies, Integer.MAX_VALUE, (index, length, n) -> System.arraycopy(combined,
                        from + index, result.buf(), recvoffset + index, length));
            } catch (ArrayStoreException e) {
                throw ObjectCodec.misfit(call, result.buf(), e);
            }
            return;
        }
        ByteBuffer packed = wrapped(new byte[(int) type.elements(copies) * type.elementSize()]);
        type.pack(combined, from, copies, packed, 0);
        result.unpack(packed, 0, Integer.MAX_VALUE, recvoffset, copies);
    }
}

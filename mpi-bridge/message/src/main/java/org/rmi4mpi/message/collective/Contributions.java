package org.rmi4mpi.message.collective;

import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.rmi4mpi.message.data.Layout;
import org.rmi4mpi.message.data.ObjectCodec;
import org.rmi4mpi.message.data.Span;

/**
 * The elements that the ranks bring to a reduction in Java. They are combined in the order of the ranks. Each rank's
 * elements are in an array of their own, which the program's function may change.
 */
final class Contributions {
    private final String call;
    private final Span span;
    private final int count;
    private final Layout layout;
    /** In a rank's array: the index at which the first copy of the layout begins. */
    private final int base;
    private Object combined;

    Contributions(Span span) {
        this.call = span.call();
        this.span = span.check();
        this.count = span.count();
        this.layout = span.layout();
        this.base = (int) Math.max(0, -layout.lowest(0, count));
    }

    /** The caller's elements, as bytes for the other ranks. */
    byte[] written() {
        if (layout.isObject()) {
            return ObjectCodec.write(span);
        }
        byte[] bytes = new byte[(int) layout.elements(count) * layout.elementSize()];
        span.pack(wrapped(bytes), 0);
        return bytes;
    }

    private static ByteBuffer wrapped(byte[] bytes) {
        return ByteBuffer.wrap(bytes).order(ByteOrder.nativeOrder());
    }

    /**
     * Combines the elements of the first ranks. The function gets them one rank after the other, from the last but one
     * down to the first.
     */
    Contributions combine(byte[][] all, int ranks, Reduction op) {
        try {
            combine(all, ranks, op, span.buf().getClass().getComponentType());
        } catch (ArrayStoreException e) { // another rank's objects, or the function's result, have another class
            combine(all, ranks, op, Object.class);
        }
        return this;
    }

    /**
     * @param objects component class of the arrays of objects: that of the caller's array if possible, since the
     *     function may cast to it
     */
    private void combine(byte[][] all, int ranks, Reduction op, Class<?> objects) {
        combined = array(all[ranks - 1], objects);
        for (int rank = ranks - 2; rank >= 0 && count > 0; rank--) {
            op.combine(call, new Span(call, "invec", array(all[rank], objects), base, count, layout),
                    new Span(call, "inoutvec", combined, base, count, layout));
        }
    }

    /** Puts one rank's elements into a new array, in copies of the layout. */
    private Object array(byte[] bytes, Class<?> objects) {
        int length = count == 0 ? 0 : base + (int) Math.max(0, layout.highest(0, count));
        if (layout.isObject()) {
            Object array = Array.newInstance(objects, length);
            ObjectCodec.put(call, ObjectCodec.read(call, bytes), array, base, count, layout);
            return array;
        }
        Object array = layout.element().newArray(length);
        layout.unpack(wrapped(bytes), 0, Integer.MAX_VALUE, array, base, count);
        return array;
    }

    void into(Span result) {
        into(0, result);
    }

    /**
     * Fills a span with copies of the layout from the result.
     *
     * @param before copies to skip
     */
    void into(int before, Span result) {
        result.check();
        int from = base + before * layout.extent();
        if (layout.isObject()) {
            try {
                layout.forEachBlock(0, result.count(), Integer.MAX_VALUE, (index, length, n) -> System.arraycopy(
                        combined, from + index, result.buf(), result.offset() + index, length));
            } catch (ArrayStoreException e) {
                throw ObjectCodec.misfit(call, result.buf(), e);
            }
            return;
        }
        ByteBuffer packed = wrapped(new byte[(int) layout.elements(result.count()) * layout.elementSize()]);
        layout.pack(combined, from, result.count(), packed, 0);
        result.unpack(packed, Integer.MAX_VALUE);
    }
}

package org.rmi4mpi.message.data;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Packs elements into an array of bytes, without gaps, in the byte order of this machine. Stateless. */
public final class Packing {
    private Packing() {}

    /** Returns the position after the elements, in bytes. */
    public static int pack(Span span, byte[] out, int position) {
        String call = span.call();
        Check.running(call);
        Check.argument(call, out != null, "outbuf", "null", "an array of bytes");
        byte[] objects = span.check().layout().isObject() ? ObjectCodec.write(span) : null;
        long length = objects != null
                ? (long) Integer.BYTES + objects.length
                : span.wireBytes();
        Check.argument(call, position >= 0 && length <= out.length - position, "position", position,
                "room for " + length + " bytes in outbuf of length " + out.length);
        ByteBuffer to = ByteBuffer.wrap(out, position, (int) length).slice().order(ByteOrder.nativeOrder());
        if (objects != null) {
            to.putInt(objects.length).put(objects);
        } else if (span.layout().hasGaps()) {
            gather(span, to);
        } else {
            span.pack(to, 0);
        }
        return position + (int) length;
    }

    /** Returns the position after the elements, in bytes. */
    public static int unpack(byte[] in, int position, Span span) {
        String call = span.call();
        Check.running(call);
        Check.argument(call, in != null, "inbuf", "null", "an array of bytes");
        Check.argument(call, position >= 0 && position <= in.length, "position", position,
                "0 to the length of inbuf, " + in.length);
        Layout layout = span.check().layout();
        ByteBuffer from = ByteBuffer.wrap(in, position, in.length - position).slice().order(ByteOrder.nativeOrder());
        if (layout.isObject()) {
            int length = from.remaining() < Integer.BYTES ? -1 : from.getInt();
            Check.argument(call, length >= 0 && length <= from.remaining(), "position", position,
                    "one at which objects were packed");
            byte[] objects = new byte[length];
            from.get(objects);
            ObjectCodec.read(objects, span);
            return position + Integer.BYTES + length;
        }
        long length = span.wireBytes();
        Check.argument(call, length <= from.remaining(), "position", position,
                length + " bytes after it in inbuf of length " + in.length);
        if (layout.hasGaps()) {
            scatter(from, span);
        } else {
            span.unpack(from, (int) span.elements());
        }
        return position + (int) length;
    }

    /** Copies the members of pairs, without the gaps between them. */
    private static void gather(Span span, ByteBuffer to) {
        Layout.Item item = span.layout().item();
        ByteBuffer pairs = room(span);
        span.pack(pairs, 0);
        for (int from = 0, at = 0; from < pairs.capacity(); from += item.elements(), at += item.wireBytes()) {
            item.members().gather(pairs, from, to, at);
        }
    }

    private static void scatter(ByteBuffer from, Span span) {
        Layout.Item item = span.layout().item();
        ByteBuffer pairs = room(span);
        for (int to = 0, at = 0; to < pairs.capacity(); to += item.elements(), at += item.wireBytes()) {
            item.members().scatter(from, at, pairs, to);
        }
        span.unpack(pairs, pairs.capacity());
    }

    private static ByteBuffer room(Span span) {
        return ByteBuffer.allocate((int) span.elements()).order(ByteOrder.nativeOrder());
    }

    /** The most bytes that some copies take. For objects the number is not known. */
    public static int size(String call, int count, Layout layout) {
        Check.running(call);
        Check.datatype(call, "datatype", layout);
        Check.argument(call, !layout.isObject(), "datatype", layout, "one of a primitive base type");
        Check.argument(call, count >= 0, "incount", count, "0 or more");
        return (int) Math.min(Integer.MAX_VALUE, count * layout.wireSize());
    }
}

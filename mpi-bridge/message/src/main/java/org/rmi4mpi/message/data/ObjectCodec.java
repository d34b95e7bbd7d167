package org.rmi4mpi.message.data;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.StreamCorruptedException;
import org.rmi4mpi.bridge.Job;

/** Converts elements of type MPI.OBJECT into bytes and back. Stateless. */
public final class ObjectCodec {
    private ObjectCodec() {}

    /** Serializes the elements of a span. */
    public static byte[] write(Span span) {
        return write(span.check().call(), span.buf(), span.offset(), span.count(), span.layout());
    }

    /** Reads all elements into a span. Returns their number. */
    public static int read(byte[] bytes, Span span) {
        return read(span.call(), bytes, span.buf(), span.offset(), span.count(), span.layout());
    }

    /** Like {@link #read(byte[], Span)}, for bytes that come from the program. */
    public static void readAll(byte[] bytes, Span span) {
        span.check();
        Check.argument(span.call(), bytes != null, "byte_buf", "null", "an array of bytes");
        read(bytes, span);
    }

    /** Serializes those elements of an array that some copies of a type select. References between them stay. */
    static byte[] write(String call, Object buf, int offset, int count, Layout type) {
        Object[] array = (Object[]) buf;
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(256);
        try (ObjectOutputStream out = Job.objectStreams().writer(bytes)) {
            out.writeInt((int) type.elements(count));
            IOException[] failed = new IOException[1];
            type.forEachBlock(offset, count, Integer.MAX_VALUE, (index, length, before) -> {
                try {
                    for (int i = index; i < index + length && failed[0] == null; i++) {
                        out.writeObject(array[i]);
                    }
                } catch (IOException e) {
                    failed[0] = e;
                }
            });
            if (failed[0] != null) {
                throw failed[0];
            }
        } catch (IOException e) {
            throw Check.failure(call + ": an object cannot be serialized: " + e + Check.at(), e);
        }
        return bytes.toByteArray();
    }

    /** Allocates an array for the bytes of arrived objects. */
    public static byte[] bytes(String call, int length) {
        try {
            return new byte[length];
        } catch (OutOfMemoryError e) {
            throw Check.failure(noMemory(call, length, e), e);
        }
    }

    public static String noMemory(String call, long length, Error e) {
        return noMemory(call, "for " + length + " bytes of", e);
    }

    /** The message of a sender that cannot write its objects. */
    public static String noMemory(String call, Error e) {
        return noMemory(call, "to send the", e);
    }

    private static String noMemory(String call, String purpose, Error e) {
        return call + ": no memory " + purpose + " objects at rank " + Job.rank() + " (" + e.getMessage()
                + "): raise -Xmx or -XX:MaxDirectMemorySize there, or send fewer at a time";
    }

    /** Reads all elements into some copies of a type in an array. Returns their number. */
    static int read(String call, byte[] bytes, Object buf, int offset, int count, Layout type) {
        try {
            return put(call, read(call, bytes), buf, offset, count, type);
        } catch (ArrayStoreException e) {
            throw misfit(call, buf, e);
        }
    }

    /** @throws ArrayStoreException where the array's class does not allow an element */
    public static int put(String call, Object[] elements, Object array, int offset, int count, Layout type) {
        if (elements.length > type.elements(count)) {
            throw Check.failure(call + ": " + elements.length + " objects arrived > " + type.elements(count)
                    + " that there is room for" + Check.at("receive with a larger count"));
        }
        type.forEachBlock(offset, count, elements.length,
                (index, length, before) -> System.arraycopy(elements, before, array, index, length));
        return elements.length;
    }

    public static MessageException misfit(String call, Object array, ArrayStoreException e) {
        return Check.failure(call + ": what arrived does not fit " + array.getClass().getTypeName() + ": "
                + e.getMessage() + Check.at(), e);
    }

    /** Reads the elements into a new array. */
    public static Object[] read(String call, byte[] bytes) {
        try (ObjectInputStream in = reader(bytes)) {
            int count = in.readInt();
            if (count < 0 || count > bytes.length) { // each takes a byte at least
                throw new StreamCorruptedException(count + " objects in " + bytes.length + " bytes");
            }
            Object[] elements = new Object[count];
            for (int i = 0; i < elements.length; i++) {
                elements[i] = in.readObject();
            }
            return elements;
        } catch (IOException | ClassNotFoundException | RuntimeException | OutOfMemoryError e) {
            throw Check.failure(call + ": an object cannot be deserialized: " + e + Check.at(), e);
        }
    }

    /** Makes a stream that finds classes by the caller's loader, then by the receiving thread's context class loader. */
    private static ObjectInputStream reader(byte[] bytes) throws IOException {
        return Job.objectStreams()
                .reader(new ByteArrayInputStream(bytes), Thread.currentThread().getContextClassLoader());
    }
}

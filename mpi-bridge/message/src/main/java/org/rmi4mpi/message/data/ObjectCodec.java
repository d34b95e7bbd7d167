package org.rmi4mpi.message.data;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import java.io.StreamCorruptedException;
import org.rmi4mpi.bridge.Job;

/** Converts elements of type MPI.OBJECT into bytes and back. Stateless. */
public final class ObjectCodec {
    private ObjectCodec() {}

    /** Serializes the elements of a span. */
    public static byte[] write(Span span) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(256);
        write(span, bytes);
        return bytes.toByteArray();
    }

    /** Serializes the elements of a span. If that fails, the stream beneath is not flushed. */
    public static void write(Span span, OutputStream out) {
        Span checked = span.check();
        write(checked.call(), checked.buf(), checked.offset(), checked.count(), checked.layout(), out);
    }

    /** Reads all elements into a span. Returns their number. */
    public static int read(byte[] bytes, Span span) {
        return read(new ByteArrayInputStream(bytes), span);
    }

    /** Like {@link #read(byte[], Span)}, for a message that may still arrive. */
    public static int read(InputStream bytes, Span span) {
        Object[] elements = read(span.call(), bytes, span.layout().elements(span.count()));
        try {
            return put(span.call(), elements, span.buf(), span.offset(), span.count(), span.layout());
        } catch (ArrayStoreException e) {
            throw misfit(span.call(), span.buf(), e);
        }
    }

    /** Like {@link #read(byte[], Span)}, for bytes that come from the program. */
    public static void readAll(byte[] bytes, Span span) {
        span.check();
        Check.argument(span.call(), bytes != null, "byte_buf", "null", "an array of bytes");
        read(bytes, span);
    }

    /** Serializes those elements of an array that some copies of a type select. References between them stay. */
    private static void write(String call, Object buf, int offset, int count, Layout type, OutputStream to) {
        Object[] array = (Object[]) buf;
        try {
            ObjectOutputStream out = Job.objectStreams().writer(to);
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
            out.close();
        } catch (IOException e) {
            throw Check.failure(call + ": an object cannot be serialized: " + e + Check.at(), e);
        }
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

    /** The message of a receiver that cannot keep the bytes of its objects. */
    public static String noMemoryToReceive(String call, Error e) {
        return noMemory(call, "to receive the", e);
    }

    /** The exception for objects of which the sender has told that they do not come, or not all of them. */
    public static MessageException notSent(String call, String sender) {
        return Check.failure(
                call + ": " + sender + " could not write or send its objects: see the exception at that rank");
    }

    private static String noMemory(String call, String purpose, Error e) {
        return call + ": no memory " + purpose + " objects at rank " + Job.rank() + " (" + e.getMessage()
                + "): raise -Xmx or -XX:MaxDirectMemorySize there, or send fewer at a time";
    }

    /** @throws ArrayStoreException where the array's class does not allow an element */
    public static int put(String call, Object[] elements, Object array, int offset, int count, Layout type) {
        checkRoom(call, elements.length, type.elements(count));
        type.forEachBlock(offset, count, elements.length,
                (index, length, before) -> System.arraycopy(elements, before, array, index, length));
        return elements.length;
    }

    public static MessageException misfit(String call, Object array, ArrayStoreException e) {
        return Check.failure(call + ": what arrived does not fit " + array.getClass().getTypeName() + ": "
                + e.getMessage() + Check.at(), e);
    }

    private static void checkRoom(String call, int objects, long room) {
        if (objects > room) {
            throw Check.failure(call + ": " + objects + " objects arrived > " + room + " that there is room for"
                    + Check.at("receive with a larger count"));
        }
    }

    /** Reads the elements into a new array. */
    public static Object[] read(String call, byte[] bytes) {
        return read(call, new ByteArrayInputStream(bytes), bytes.length); // each takes a byte at least
    }

    private static Object[] read(String call, InputStream bytes, long room) {
        try (ObjectInputStream in = reader(bytes)) {
            int count = in.readInt();
            if (count < 0) {
                throw new StreamCorruptedException(count + " objects");
            }
            checkRoom(call, count, room);
            Object[] elements = new Object[count];
            for (int i = 0; i < elements.length; i++) {
                elements[i] = in.readObject();
            }
            return elements;
        } catch (MessageException e) {
            throw e;
        } catch (OutOfMemoryError e) {
            throw Check.failure(noMemoryToReceive(call, e), e);
        } catch (IOException | ClassNotFoundException | RuntimeException e) {
            throw Check.failure(call + ": an object cannot be deserialized: " + e + Check.at(), e);
        }
    }

    /** Makes a stream that finds classes by the caller's loader, then by the receiving thread's context class loader. */
    private static ObjectInputStream reader(InputStream bytes) throws IOException {
        return Job.objectStreams().reader(bytes, Thread.currentThread().getContextClassLoader());
    }
}

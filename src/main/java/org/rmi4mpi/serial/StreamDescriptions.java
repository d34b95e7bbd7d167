package org.rmi4mpi.serial;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectStreamClass;
import java.io.ObjectStreamConstants;
import java.lang.ref.SoftReference;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Creates the {@link ObjectStreamClass} of a writer's class. That type has no constructor, but hook methods that
 * resolve classes receive it. So the JDK's own reader creates it from the bytes that the JDK's writer would have
 * written (Java Object Serialization Specification, 6.4). This takes some microseconds, and the results are cached by
 * content. They name classes, and hold none. Thread-safe.
 */
final class StreamDescriptions {
    private static final int MOST_KEPT = 1024;

    /** Soft, since writers decide how large descriptions are. */
    private static volatile SoftReference<Map<ByteBuffer, ObjectStreamClass>> kept = new SoftReference<>(null);

    private StreamDescriptions() {}

    static ObjectStreamClass of(StreamClass stream) throws IOException {
        byte[] content = written(stream);
        Map<ByteBuffer, ObjectStreamClass> descriptions = kept.get();
        ObjectStreamClass found = descriptions == null ? null : descriptions.get(ByteBuffer.wrap(content));
        return found != null ? found : keep(content, made(stream, content, null), descriptions);
    }

    /**
     * Creates the description of a local class that differs from the writer's. Not cached, since it holds the class.
     */
    static ObjectStreamClass of(StreamClass stream, Class<?> here) throws IOException {
        return made(stream, written(stream), here);
    }

    /**
     * Caches a description. A full cache is replaced by an empty one; threads that race may lose entries, which is
     * harmless.
     */
    private static ObjectStreamClass keep(
            byte[] content, ObjectStreamClass description, Map<ByteBuffer, ObjectStreamClass> before) {
        Map<ByteBuffer, ObjectStreamClass> descriptions = before;
        if (descriptions == null || descriptions.size() >= MOST_KEPT) {
            descriptions = new ConcurrentHashMap<>();
            kept = new SoftReference<>(descriptions);
        }
        descriptions.put(ByteBuffer.wrap(content), description);
        return description;
    }

    private static ObjectStreamClass made(StreamClass stream, byte[] content, Class<?> here) throws IOException {
        try {
            Capturing reader = new Capturing(content, here);
            Object read = reader.readObject();
            return here == null ? reader.captured : (ObjectStreamClass) read;
        } catch (ClassNotFoundException e) {
            throw new IOException("the class " + stream.name + " cannot be described", e);
        }
    }

    /** Returns what the JDK's writer would have written. */
    private static byte[] written(StreamClass stream) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeShort(ObjectStreamConstants.STREAM_MAGIC);
        out.writeShort(ObjectStreamConstants.STREAM_VERSION);
        out.writeByte(ObjectStreamConstants.TC_CLASSDESC);
        out.writeUTF(stream.name);
        out.writeLong(stream.version);
        out.writeByte(jdkFlags(stream));
        out.writeShort(stream.fields.length);
        for (StreamClass.StreamField field : stream.fields) {
            out.writeByte(field.type());
            out.writeUTF(field.name());
            if (field.size() == 0) {
                out.writeByte(ObjectStreamConstants.TC_STRING);
                out.writeUTF(field.signature());
            }
        }
        out.writeByte(ObjectStreamConstants.TC_ENDBLOCKDATA);
        out.writeByte(ObjectStreamConstants.TC_NULL);
        return bytes.toByteArray();
    }

    private static int jdkFlags(StreamClass stream) {
        int flags = 0;
        if (stream.has(org.rmi4mpi.wire.ObjectCodes.EXTERNALIZABLE)) {
            flags |= ObjectStreamConstants.SC_EXTERNALIZABLE | ObjectStreamConstants.SC_BLOCK_DATA;
        } else if (stream.has(org.rmi4mpi.wire.ObjectCodes.SERIALIZABLE)) {
            flags |= ObjectStreamConstants.SC_SERIALIZABLE;
        }
        if (stream.has(org.rmi4mpi.wire.ObjectCodes.ENUM)) {
            flags |= ObjectStreamConstants.SC_ENUM;
        }
        return flags;
    }

    /** Captures the description when the reader resolves its class. */
    private static final class Capturing extends ObjectInputStream {
        private final Class<?> here;
        private ObjectStreamClass captured;

        Capturing(byte[] bytes, Class<?> here) throws IOException {
            super(new ByteArrayInputStream(bytes));
            this.here = here;
        }

        @Override
        protected Class<?> resolveClass(ObjectStreamClass description) {
            captured = description;
            return here;
        }
    }
}

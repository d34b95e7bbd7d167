package org.rmi4mpi.serial;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectStreamClass;
import java.io.ObjectStreamConstants;
import java.lang.ref.SoftReference;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Makes the {@link ObjectStreamClass} of a class as a writer has it. That type has no constructor, and is what hooks
 * that find classes take: the JDK's own reader makes one out of the bytes that its writer would have written (Java
 * Object Serialization Specification, 6.4). That takes some microseconds, so that what was made is kept by its content:
 * it names classes, and holds none. Used by any thread.
 */
final class StreamDescriptions {
    private static final int MOST_KEPT = 1024;

    /** Softly, since writers decide how large descriptions are. */
    private static volatile SoftReference<Map<Content, ObjectStreamClass>> kept = new SoftReference<>(null);

    private record Content(String name, long version, int flags, List<StreamClass.StreamField> fields) {}

    private StreamDescriptions() {}

    static ObjectStreamClass of(StreamClass stream) throws IOException {
        Content content = new Content(stream.name, stream.version, jdkFlags(stream), Arrays.asList(stream.fields));
        Map<Content, ObjectStreamClass> descriptions = kept.get();
        ObjectStreamClass found = descriptions == null ? null : descriptions.get(content);
        return found != null ? found : keep(content, made(stream, null), descriptions);
    }

    /** Of a class that is here, but not as the writer has it. It is not kept, since it holds the class. */
    static ObjectStreamClass of(StreamClass stream, Class<?> here) throws IOException {
        return made(stream, here);
    }

    /** Where there are too many they start anew. Threads that do so at once lose what others keep, and no more. */
    private static ObjectStreamClass keep(
            Content content, ObjectStreamClass description, Map<Content, ObjectStreamClass> before) {
        Map<Content, ObjectStreamClass> descriptions = before;
        if (descriptions == null || descriptions.size() >= MOST_KEPT) {
            descriptions = new ConcurrentHashMap<>();
            kept = new SoftReference<>(descriptions);
        }
        descriptions.put(content, description);
        return description;
    }

    private static ObjectStreamClass made(StreamClass stream, Class<?> here) throws IOException {
        try {
            Capturing reader = new Capturing(written(stream), here);
            Object read = reader.readObject();
            return here == null ? reader.captured : (ObjectStreamClass) read;
        } catch (ClassNotFoundException e) {
            throw new IOException("the class " + stream.name + " cannot be described", e);
        }
    }

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

    /** Sees the description when the reader asks for its class. */
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

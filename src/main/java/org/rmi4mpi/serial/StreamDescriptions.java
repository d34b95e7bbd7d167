package org.rmi4mpi.serial;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectStreamClass;
import java.io.ObjectStreamConstants;

/**
 * Makes the {@link ObjectStreamClass} of a class as a writer has it. That type has no constructor, and is what hooks
 * that find classes take: the JDK's own reader makes one out of the bytes that its writer would have written (Java
 * Object Serialization Specification, 6.4). Stateless.
 */
final class StreamDescriptions {
    private StreamDescriptions() {}

    static ObjectStreamClass of(StreamClass stream) throws IOException {
        try {
            Capturing reader = new Capturing(written(stream));
            reader.readObject();
            return reader.captured;
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

    /** Sees the description when the reader asks for its class, which it is not to find. */
    private static final class Capturing extends ObjectInputStream {
        private ObjectStreamClass captured;

        Capturing(byte[] bytes) throws IOException {
            super(new ByteArrayInputStream(bytes));
        }

        @Override
        protected Class<?> resolveClass(ObjectStreamClass description) {
            captured = description;
            return null;
        }
    }
}

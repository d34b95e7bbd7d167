package org.rmi4mpi.serial;

import static org.rmi4mpi.wire.ObjectCodes.STRING;
import static org.rmi4mpi.wire.ObjectCodes.WIDE_STRING;

import java.io.IOException;
import java.io.InvalidClassException;
import java.io.ObjectStreamClass;
import java.io.ObjectStreamField;
import java.util.ArrayList;
import java.util.List;
import org.rmi4mpi.wire.ObjectCodes;

/** Reads class descriptions. Owned by one thread. Source: Java Object Serialization Specification, 4.3. */
final class DescriptionReader {
    private final ArrayCopyInputStream stream;
    private final InputBytes in;
    /** The result of the default readClassDescriptor; null before it is called. */
    private StreamClass described;

    DescriptionReader(ArrayCopyInputStream stream, InputBytes in) {
        this.stream = stream;
        this.in = in;
    }

    StreamClass read() throws IOException, ClassNotFoundException {
        described = null;
        ObjectStreamClass description;
        try {
            description = stream.readClassDescriptor();
        } catch (ClassNotFoundException e) {
            InvalidClassException invalid = new InvalidClassException("failed to read class descriptor");
            invalid.initCause(e);
            throw invalid;
        }
        StreamClass result = described;
        described = null;
        return result != null ? result : ofDescription(description); // null if a subclass has read it in its own way
    }

    /** Reads by the stream's own methods, which a program may override. */
    ObjectStreamClass readByDefault() throws IOException {
        String name = stream.readUTF();
        long version = stream.readLong();
        int flags = stream.readUnsignedByte();
        int count = stream.readUnsignedShort();
        in.require(2L * count);
        StreamClass.StreamField[] fields = new StreamClass.StreamField[count];
        for (int i = 0; i < count; i++) {
            char type = (char) stream.readUnsignedByte();
            String field = stream.readUTF();
            boolean primitive = Primitive.sizeOf(type) > 0;
            if (!primitive && type != 'L' && type != '[') {
                throw new InvalidClassException(name, "invalid typecode for field " + field + ": " + (int) type);
            }
            fields[i] = new StreamClass.StreamField(type, field, primitive ? String.valueOf(type) : stream.readUTF());
        }
        if (name.isEmpty()) {
            throw InputBytes.corrupted("a class without a name");
        }
        StreamClass result = new StreamClass(name, version, flags, false, fields);
        result.description = StreamDescriptions.of(result);
        described = result;
        return result.description;
    }

    private static StreamClass ofDescription(ObjectStreamClass description) throws IOException {
        if (description == null) {
            throw new InvalidClassException("failed to read class descriptor");
        }
        ObjectStreamField[] own = description.getFields();
        StreamClass.StreamField[] fields = new StreamClass.StreamField[own.length];
        for (int i = 0; i < own.length; i++) {
            fields[i] = new StreamClass.StreamField(own[i].getTypeCode(), own[i].getName(),
                    own[i].isPrimitive() ? String.valueOf(own[i].getTypeCode()) : own[i].getTypeString());
        }
        Class<?> type = description.forClass();
        StreamClass result = new StreamClass(description.getName(), description.getSerialVersionUID(),
                type == null ? ObjectCodes.SERIALIZABLE : ClassWriter.flags(ClassPlan.of(type)), false, fields);
        result.description = description;
        return result;
    }

    StreamClass readProxy() throws IOException {
        int count = in.readCode();
        if (count < 0 || count > 0xFFFF) {
            throw InputBytes.corrupted("a proxy of " + count + " interfaces");
        }
        List<String> names = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            names.add(stream.readUTF());
        }
        return new StreamClass(String.join(",", names), 0, ObjectCodes.SERIALIZABLE, true,
                new StreamClass.StreamField[0]);
    }

    String[] readConstants() throws IOException {
        int count = in.readLength(8);
        List<String> names = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int code = in.readCode();
            if (code != STRING && code != WIDE_STRING) {
                throw InputBytes.corrupted("no name, but code " + code);
            }
            names.add(code == STRING ? in.readString() : in.readWideString());
        }
        return names.toArray(String[]::new);
    }
}

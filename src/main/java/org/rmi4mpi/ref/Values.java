package org.rmi4mpi.ref;

import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectOutput;

/** Arguments and results, each written as its declared type has it: primitives as such. Stateless. */
final class Values {
    private Values() {}

    static void write(Class<?> type, Object value, ObjectOutput out) throws IOException {
        if (type == int.class) {
            out.writeInt((int) value);
        } else if (type == boolean.class) {
            out.writeBoolean((boolean) value);
        } else if (type == byte.class) {
            out.writeByte((byte) value);
        } else if (type == char.class) {
            out.writeChar((char) value);
        } else if (type == short.class) {
            out.writeShort((short) value);
        } else if (type == long.class) {
            out.writeLong((long) value);
        } else if (type == float.class) {
            out.writeFloat((float) value);
        } else if (type == double.class) {
            out.writeDouble((double) value);
        } else if (type != void.class) {
            out.writeObject(value);
        }
    }

    static Object read(Class<?> type, ObjectInput in) throws IOException, ClassNotFoundException {
        if (type == int.class) {
            return in.readInt();
        } else if (type == boolean.class) {
            return in.readBoolean();
        } else if (type == byte.class) {
            return in.readByte();
        } else if (type == char.class) {
            return in.readChar();
        } else if (type == short.class) {
            return in.readShort();
        } else if (type == long.class) {
            return in.readLong();
        } else if (type == float.class) {
            return in.readFloat();
        } else if (type == double.class) {
            return in.readDouble();
        } else if (type != void.class) {
            return in.readObject();
        }
        return null;
    }
}

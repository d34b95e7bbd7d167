package mpi;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** The fields of a {@link Struct.Data}, by their offsets in bytes. */
public abstract class StructData {
    private ByteBuffer buffer;
    private int offset;

    StructData() {}

    final void begin(ByteBuffer buffer, int offset) {
        this.buffer = buffer;
        this.offset = offset;
    }

    private int at(int field, int index, int size) {
        return offset + field + index * size;
    }

    /**
     * The bytes of the structure.
     *
     * @return a buffer that begins with its first byte
     */
    public final ByteBuffer getBuffer() {
        return buffer.slice(offset, buffer.capacity() - offset).order(ByteOrder.nativeOrder());
    }

    /**
     * A field of type byte.
     *
     * @param field offset of the field, in bytes
     * @return its value
     */
    protected final byte getByte(int field) {
        return buffer.get(at(field, 0, 1));
    }

    /**
     * An element of an array of type byte.
     *
     * @param field offset of the field, in bytes
     * @param index in the array
     * @return its value
     */
    protected final byte getByte(int field, int index) {
        return buffer.get(at(field, index, 1));
    }

    /**
     * Sets a field of type byte.
     *
     * @param field offset of the field, in bytes
     * @param value its value
     */
    protected final void putByte(int field, byte value) {
        buffer.put(at(field, 0, 1), value);
    }

    /**
     * Sets an element of an array of type byte.
     *
     * @param field offset of the field, in bytes
     * @param index in the array
     * @param value its value
     */
    protected final void putByte(int field, int index, byte value) {
        buffer.put(at(field, index, 1), value);
    }

    /**
     * A field of type char.
     *
     * @param field offset of the field, in bytes
     * @return its value
     */
    protected final char getChar(int field) {
        return buffer.getChar(at(field, 0, 2));
    }

    /**
     * An element of an array of type char.
     *
     * @param field offset of the field, in bytes
     * @param index in the array
     * @return its value
     */
    protected final char getChar(int field, int index) {
        return buffer.getChar(at(field, index, 2));
    }

    /**
     * Sets a field of type char.
     *
     * @param field offset of the field, in bytes
     * @param value its value
     */
    protected final void putChar(int field, char value) {
        buffer.putChar(at(field, 0, 2), value);
    }

    /**
     * Sets an element of an array of type char.
     *
     * @param field offset of the field, in bytes
     * @param index in the array
     * @param value its value
     */
    protected final void putChar(int field, int index, char value) {
        buffer.putChar(at(field, index, 2), value);
    }

    /**
     * A field of type short.
     *
     * @param field offset of the field, in bytes
     * @return its value
     */
    protected final short getShort(int field) {
        return buffer.getShort(at(field, 0, 2));
    }

    /**
     * An element of an array of type short.
     *
     * @param field offset of the field, in bytes
     * @param index in the array
     * @return its value
     */
    protected final short getShort(int field, int index) {
        return buffer.getShort(at(field, index, 2));
    }

    /**
     * Sets a field of type short.
     *
     * @param field offset of the field, in bytes
     * @param value its value
     */
    protected final void putShort(int field, short value) {
        buffer.putShort(at(field, 0, 2), value);
    }

    /**
     * Sets an element of an array of type short.
     *
     * @param field offset of the field, in bytes
     * @param index in the array
     * @param value its value
     */
    protected final void putShort(int field, int index, short value) {
        buffer.putShort(at(field, index, 2), value);
    }

    /**
     * A field of type int.
     *
     * @param field offset of the field, in bytes
     * @return its value
     */
    protected final int getInt(int field) {
        return buffer.getInt(at(field, 0, 4));
    }

    /**
     * An element of an array of type int.
     *
     * @param field offset of the field, in bytes
     * @param index in the array
     * @return its value
     */
    protected final int getInt(int field, int index) {
        return buffer.getInt(at(field, index, 4));
    }

    /**
     * Sets a field of type int.
     *
     * @param field offset of the field, in bytes
     * @param value its value
     */
    protected final void putInt(int field, int value) {
        buffer.putInt(at(field, 0, 4), value);
    }

    /**
     * Sets an element of an array of type int.
     *
     * @param field offset of the field, in bytes
     * @param index in the array
     * @param value its value
     */
    protected final void putInt(int field, int index, int value) {
        buffer.putInt(at(field, index, 4), value);
    }

    /**
     * A field of type long.
     *
     * @param field offset of the field, in bytes
     * @return its value
     */
    protected final long getLong(int field) {
        return buffer.getLong(at(field, 0, 8));
    }

    /**
     * An element of an array of type long.
     *
     * @param field offset of the field, in bytes
     * @param index in the array
     * @return its value
     */
    protected final long getLong(int field, int index) {
        return buffer.getLong(at(field, index, 8));
    }

    /**
     * Sets a field of type long.
     *
     * @param field offset of the field, in bytes
     * @param value its value
     */
    protected final void putLong(int field, long value) {
        buffer.putLong(at(field, 0, 8), value);
    }

    /**
     * Sets an element of an array of type long.
     *
     * @param field offset of the field, in bytes
     * @param index in the array
     * @param value its value
     */
    protected final void putLong(int field, int index, long value) {
        buffer.putLong(at(field, index, 8), value);
    }

    /**
     * A field of type float.
     *
     * @param field offset of the field, in bytes
     * @return its value
     */
    protected final float getFloat(int field) {
        return buffer.getFloat(at(field, 0, 4));
    }

    /**
     * An element of an array of type float.
     *
     * @param field offset of the field, in bytes
     * @param index in the array
     * @return its value
     */
    protected final float getFloat(int field, int index) {
        return buffer.getFloat(at(field, index, 4));
    }

    /**
     * Sets a field of type float.
     *
     * @param field offset of the field, in bytes
     * @param value its value
     */
    protected final void putFloat(int field, float value) {
        buffer.putFloat(at(field, 0, 4), value);
    }

    /**
     * Sets an element of an array of type float.
     *
     * @param field offset of the field, in bytes
     * @param index in the array
     * @param value its value
     */
    protected final void putFloat(int field, int index, float value) {
        buffer.putFloat(at(field, index, 4), value);
    }

    /**
     * A field of type double.
     *
     * @param field offset of the field, in bytes
     * @return its value
     */
    protected final double getDouble(int field) {
        return buffer.getDouble(at(field, 0, 8));
    }

    /**
     * An element of an array of type double.
     *
     * @param field offset of the field, in bytes
     * @param index in the array
     * @return its value
     */
    protected final double getDouble(int field, int index) {
        return buffer.getDouble(at(field, index, 8));
    }

    /**
     * Sets a field of type double.
     *
     * @param field offset of the field, in bytes
     * @param value its value
     */
    protected final void putDouble(int field, double value) {
        buffer.putDouble(at(field, 0, 8), value);
    }

    /**
     * Sets an element of an array of type double.
     *
     * @param field offset of the field, in bytes
     * @param index in the array
     * @param value its value
     */
    protected final void putDouble(int field, int index, double value) {
        buffer.putDouble(at(field, index, 8), value);
    }

    /**
     * A structure within this one.
     *
     * @param <T> the class of its data
     * @param struct the structure
     * @param field offset of the field, in bytes
     * @return a view
     */
    protected final <T extends Struct.Data> T getData(Struct struct, int field) {
        return getData(struct, field, 0);
    }

    /**
     * A structure of an array within this one.
     *
     * @param <T> the class of its data
     * @param struct the structure
     * @param field offset of the field, in bytes
     * @param index in the array
     * @return a view
     */
    protected final <T extends Struct.Data> T getData(Struct struct, int field, int index) {
        return struct.getData(buffer.slice(offset + field, buffer.capacity() - offset - field), index);
    }

    /**
     * The bytes of a field of any type.
     *
     * @param type its datatype
     * @param field offset of the field, in bytes
     * @return a buffer that begins with its first byte
     */
    protected final ByteBuffer getBuffer(Datatype type, int field) {
        return getBuffer(type, field, 0);
    }

    /**
     * The bytes of an element of an array of any type.
     *
     * @param type its datatype
     * @param field offset of the field, in bytes
     * @param index in the array
     * @return a buffer that begins with its first byte
     */
    protected final ByteBuffer getBuffer(Datatype type, int field, int index) {
        int at = at(field, index, type.getExtent());
        return buffer.slice(at, type.getExtent()).order(ByteOrder.nativeOrder());
    }
}

package org.rmi4mpi.serial;

import static org.rmi4mpi.wire.ObjectCodes.MAGIC;
import static org.rmi4mpi.wire.ObjectCodes.VERSION;

import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.io.OutputStream;
import java.io.UTFDataFormatException;
import java.rmi.Remote;
import java.util.Objects;
import java.util.function.Function;
import org.rmi4mpi.wire.ObjectCodes;

/**
 * Writes out. It can replace {@link ObjectOutputStream}, also where a program subclasses it, and {@link
 * ArrayCopyInputStream} reads its output. Only the format differs: values have a fixed width, so that fields and arrays
 * are copied rather than encoded ({@link ObjectCodes}).
 *
 * <p>Objects without hook methods may be nested to any depth: the writer defers those that are nested deeply. Objects
 * with hook methods may be nested {@value #DEEPEST} deep.
 *
 * <p>This class is the face that programs and hook methods see, and writes their primitive values. {@link WriteCalls} and
 * {@link ObjectWriter} write out. Owned by one thread at a time.
 */
public class ArrayCopyOutputStream extends ObjectOutputStream {
    /** Maximum nesting of objects that are being written; the stack of a thread has room for them. */
    static final int DEEPEST = 1000;
    static final String TOO_DEEP =
            "objects nested more than " + DEEPEST + " deep, or deeper than the stack has room for";

    private final ObjectWriter out;
    private final WriteCalls calls;

    /** Writes the stream header. */
    @SuppressWarnings("this-escape") // as the JDK's own stream does
    public ArrayCopyOutputStream(OutputStream out) throws IOException {
        this(out, null);
    }

    /** @param remotes maps a remote object to its replacement; null to write remote objects unchanged */
    @SuppressWarnings("this-escape")
    ArrayCopyOutputStream(OutputStream out, Function<Remote, ?> remotes) throws IOException {
        this.out = new ObjectWriter(this, out);
        calls = this.out.calls;
        this.out.replacements.begin(remotes);
        writeStreamHeader();
        this.out.endHeader();
    }

    /** Creates a stream that writes messages, one after the other. */
    @SuppressWarnings("this-escape")
    ArrayCopyOutputStream() throws IOException {
        out = new ObjectWriter(this);
        calls = out.calls;
    }

    @Override
    protected void writeStreamHeader() throws IOException {
        writeShort(MAGIC);
        writeShort(VERSION);
    }

    // ---- messages

    /** Begins a message, which has no header. {@link #flush} ends it; {@link #close} without a flush abandons it. */
    final void begin(MessageMemory message, SentClasses peerClasses, Function<Remote, ?> remotes) {
        out.begin(message, peerClasses, remotes);
    }

    /** Returns false between messages, where there is nothing to write to. */
    final boolean isBegun() {
        return out.isBegun();
    }

    /** The memory of the current message; null in a stream, and between messages. */
    final MessageMemory memory() {
        return out.memory();
    }

    final void end() {
        out.end();
    }

    // ---- objects

    @Override
    protected final void writeObjectOverride(Object object) throws IOException {
        calls.write(object, false);
    }

    @Override
    public void writeUnshared(Object object) throws IOException {
        calls.write(object, true);
    }

    /** Whether an object is being written. */
    final boolean isNested() {
        return calls.areUnderWay();
    }

    @Override
    public void reset() throws IOException {
        calls.reset();
    }

    @Override
    public void useProtocolVersion(int version) throws IOException {
        out.classes.useProtocolVersion(version);
    }

    @Override
    public void defaultWriteObject() throws IOException {
        out.hooks.defaultWriteObject();
    }

    @Override
    public PutField putFields() throws IOException {
        return out.hooks.putFields();
    }

    @Override
    public void writeFields() throws IOException {
        out.hooks.writePutFields();
    }

    // ---- methods that a subclass may override

    @Override
    protected void writeClassDescriptor(ObjectStreamClass description) throws IOException {
        out.classes.describe(description);
    }

    @Override
    protected void annotateClass(Class<?> type) throws IOException {}

    @Override
    protected void annotateProxyClass(Class<?> type) throws IOException {}

    @Override
    protected Object replaceObject(Object object) throws IOException {
        return object;
    }

    @Override
    protected boolean enableReplaceObject(boolean enable) throws SecurityException {
        boolean before = out.replaces;
        super.enableReplaceObject(enable);
        out.replaces = enable;
        return before;
    }

    // ---- the stream beneath

    /** Gives the bytes so far to the message, or to the stream beneath. */
    final void emit() throws IOException {
        out.emit();
    }

    @Override
    public void flush() throws IOException {
        drain();
        out.flush();
    }

    @Override
    protected void drain() throws IOException {
        if (!isNested()) {
            out.emit();
        }
    }

    @Override
    public void close() throws IOException {
        flush();
        out.close();
        out.clear();
    }

    // ---- primitive values

    @Override
    public void write(int value) throws IOException {
        writeByte(value);
    }

    @Override
    public void write(byte[] from) throws IOException {
        write(from, 0, from.length);
    }

    @Override
    public void write(byte[] from, int offset, int length) throws IOException {
        if (from == null) {
            throw new NullPointerException();
        }
        Objects.checkFromIndexSize(offset, length, from.length);
        if (length == 0) {
            return;
        }
        out.makeRoom(length);
        System.arraycopy(from, offset, out.bytes, out.position, length);
        out.position += length;
        out.endItem();
    }

    @Override
    public void writeBoolean(boolean value) throws IOException {
        writeByte(value ? 1 : 0);
    }

    @Override
    public void writeByte(int value) throws IOException {
        out.makeRoom(1);
        out.bytes[out.position++] = (byte) value;
        out.endItem();
    }

    @Override
    public void writeShort(int value) throws IOException {
        out.makeRoom(2);
        Bytes.putBigShort(out.bytes, out.position, (short) value);
        out.position += 2;
        out.endItem();
    }

    @Override
    public void writeChar(int value) throws IOException {
        writeShort(value);
    }

    @Override
    public void writeInt(int value) throws IOException {
        out.makeRoom(4);
        Bytes.putBigInt(out.bytes, out.position, value);
        out.position += 4;
        out.endItem();
    }

    @Override
    public void writeLong(long value) throws IOException {
        out.makeRoom(8);
        Bytes.putBigLong(out.bytes, out.position, value);
        out.position += 8;
        out.endItem();
    }

    @Override
    public void writeFloat(float value) throws IOException {
        writeInt(Float.floatToIntBits(value));
    }

    @Override
    public void writeDouble(double value) throws IOException {
        writeLong(Double.doubleToLongBits(value));
    }

    @Override
    public void writeBytes(String text) throws IOException {
        out.makeRoom(text.length());
        out.putLowBytes(text, text.length());
        out.endItem();
    }

    @Override
    public void writeChars(String text) throws IOException {
        out.makeRoom(2L * text.length());
        for (int i = 0; i < text.length(); i++) {
            Bytes.putBigShort(out.bytes, out.position + 2 * i, (short) text.charAt(i));
        }
        out.position += 2 * text.length();
        out.endItem();
    }

    /** Writes a string in modified UTF-8 after its length in two out.bytes, as {@link java.io.DataOutput} specifies. */
    @Override
    public void writeUTF(String text) throws IOException {
        long length = ModifiedUtf.length(text);
        if (length > 0xFFFF) {
            throw new UTFDataFormatException("encoded string of " + length + " out.bytes > 65535");
        }
        out.makeRoom(2 + length);
        Bytes.putBigShort(out.bytes, out.position, (short) length);
        out.position = ModifiedUtf.put(text, out.bytes, out.position + 2);
        out.endItem();
    }
}

package org.rmi4mpi.serial;

import static org.rmi4mpi.wire.ObjectCodes.MAGIC;
import static org.rmi4mpi.wire.ObjectCodes.VERSION;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InvalidObjectException;
import java.io.NotActiveException;
import java.io.ObjectInputStream;
import java.io.ObjectInputValidation;
import java.io.ObjectStreamClass;
import java.io.StreamCorruptedException;
import java.nio.ByteBuffer;
import java.util.Objects;

/**
 * Reads the output of {@link ArrayCopyOutputStream}. It can replace {@link ObjectInputStream}, also where a program
 * subclasses it.
 *
 * <p>This class is the face that programs and hook methods see. {@link ReadCalls} and {@link ObjectReader} read
 * objects, and {@link BlockReader} reads primitive data. Owned by one thread at a time. Source: Java Object
 * Serialization Specification, chapter 3.
 */
public class ArrayCopyInputStream extends ObjectInputStream {
    /** Null in a stream of messages. */
    private final ChunkBytes chunks;
    /** Null in a stream of chunks. */
    private final MessageBytes message;
    private final ObjectReader objects;
    private final ReadCalls calls;
    private final BlockReader blocks;
    /** Whether the class tables may stay until the next message: the loader lives as long as the JVM. */
    private boolean keepsClasses;

    /** Reads the stream header, and blocks until it has arrived. */
    @SuppressWarnings("this-escape") // as the JDK's own stream does
    public ArrayCopyInputStream(InputStream in) throws IOException {
        this(new ChunkBytes(in));
        readStreamHeader();
        blocks.begin(BlockReader.Data.BLOCKS);
    }

    /** Creates a stream that reads messages, one after the other. */
    ArrayCopyInputStream() throws IOException {
        this(new MessageBytes());
        blocks.begin(BlockReader.Data.BLOCKS);
    }

    private ArrayCopyInputStream(InputBytes in) throws IOException {
        chunks = in instanceof ChunkBytes ofStream ? ofStream : null;
        message = in instanceof MessageBytes ofMessages ? ofMessages : null;
        objects = new ObjectReader(this, in);
        calls = objects.calls;
        blocks = objects.blocks;
    }

    @Override
    protected void readStreamHeader() throws IOException {
        short magic = readShort();
        short version = readShort();
        if (magic != MAGIC || version != VERSION) {
            throw new StreamCorruptedException(String.format("invalid stream header: %04X%04X", magic, version));
        }
    }

    // ---- messages

    /** Begins a message, which has no header. {@link #close} ends it. */
    final void begin(
            ByteBuffer bytes, LearnedClasses ofWriter, ClassLoader loader, ArraysApart apart,
            MessagePieces pieces) {
        message.begin(bytes, apart, pieces);
        objects.classes.beginMessage(ofWriter, loader);
        keepsClasses = ClassPlan.isLasting(loader);
        objects.filter.beginMessage();
        objects.references = 0;
        objects.nulls = 0;
        objects.texts = 0;
        calls.beginMessage();
    }

    /** Returns false between messages, where there is nothing to read. */
    final boolean isBegun() {
        return message != null && message.isBegun();
    }

    /** Whether a new stream would read the next message in the same way. */
    final boolean isAsNew() {
        return objects.filter.isAsNew();
    }

    /** Tells the loader that finds the next class of a message. A plain stream has none. */
    void setFinder(ClassLoader loader) {}

    /** Reads where a class comes from. Streams of programs do not know it, and return null. */
    ClassHome readHome(BlockReader data) throws IOException {
        return null;
    }

    /** The loader of the program that reads from a plain stream. */
    final ClassLoader callerLoader() {
        return objects.callers.loader();
    }

    /** The ranks that wrote and read the message, for error texts; null for a plain stream. */
    String ranks() {
        return null;
    }

    /** Ends the message. A call by an object's own method has no effect. */
    @Override
    public void close() throws IOException {
        if (message != null && (!message.isBegun() || calls.areUnderWay())) {
            return;
        }
        calls.close();
        if (!calls.areUnderWay()) {
            objects.clear();
            objects.classes.learn(calls.wereWhole());
            if (message != null) {
                endMessage();
            }
        }
        if (chunks != null) {
            chunks.close();
        }
    }

    private void endMessage() {
        message.end();
        blocks.begin(BlockReader.Data.BLOCKS);
        if (!keepsClasses) {
            objects.classes.forgetTables();
        }
        objects.filter.endMessage();
        objects.handles.shrink();
    }

    // ---- objects

    @Override
    protected final Object readObjectOverride() throws IOException, ClassNotFoundException {
        return calls.read(false);
    }

    @Override
    public Object readUnshared() throws IOException, ClassNotFoundException {
        return calls.read(true);
    }

    @Override
    public void defaultReadObject() throws IOException, ClassNotFoundException {
        objects.hooks.defaultReadObject();
    }

    @Override
    public GetField readFields() throws IOException, ClassNotFoundException {
        return objects.hooks.readFields();
    }

    @Override
    public void registerValidation(ObjectInputValidation object, int priority)
            throws NotActiveException, InvalidObjectException {
        calls.register(object, priority);
    }

    // ---- methods that a subclass may override

    @Override
    protected ObjectStreamClass readClassDescriptor() throws IOException, ClassNotFoundException {
        return objects.classes.descriptions.readByDefault();
    }

    @Override
    protected Class<?> resolveClass(ObjectStreamClass description) throws IOException, ClassNotFoundException {
        return objects.callers.find(description.getName());
    }

    @Override
    protected Class<?> resolveProxyClass(String[] interfaces) throws IOException, ClassNotFoundException {
        return objects.callers.findProxy(interfaces);
    }

    @Override
    protected Object resolveObject(Object object) throws IOException {
        return object;
    }

    @Override
    protected boolean enableResolveObject(boolean enable) throws SecurityException {
        boolean before = objects.resolves;
        super.enableResolveObject(enable);
        objects.resolves = enable;
        return before;
    }

    // ---- primitive values

    @Override
    public int read() throws IOException {
        return blocks.isAtEnd() ? -1 : readUnsignedByte();
    }

    @Override
    public int read(byte[] to, int offset, int length) throws IOException {
        return blocks.read(to, offset, length);
    }

    @Override
    public int available() throws IOException {
        return blocks.available();
    }

    @Override
    public boolean readBoolean() throws IOException {
        return readByte() != 0;
    }

    @Override
    public byte readByte() throws IOException {
        return blocks.readByte();
    }

    @Override
    public int readUnsignedByte() throws IOException {
        return readByte() & 0xFF;
    }

    @Override
    public char readChar() throws IOException {
        return (char) blocks.readShort();
    }

    @Override
    public short readShort() throws IOException {
        return blocks.readShort();
    }

    @Override
    public int readUnsignedShort() throws IOException {
        return readShort() & 0xFFFF;
    }

    @Override
    public int readInt() throws IOException {
        return blocks.readInt();
    }

    @Override
    public long readLong() throws IOException {
        return blocks.readLong();
    }

    @Override
    public float readFloat() throws IOException {
        return Float.intBitsToFloat(readInt());
    }

    @Override
    public double readDouble() throws IOException {
        return Double.longBitsToDouble(readLong());
    }

    @Override
    public void readFully(byte[] to) throws IOException {
        readFully(to, 0, to.length);
    }

    @Override
    public void readFully(byte[] to, int offset, int length) throws IOException {
        Objects.checkFromIndexSize(offset, length, to.length);
        for (int done = 0; done < length;) {
            int count = read(to, offset + done, length - done);
            if (count < 0) {
                throw new EOFException();
            }
            done += count;
        }
    }

    @Override
    public int skipBytes(int count) throws IOException {
        return blocks.skip(count);
    }

    @Override
    @Deprecated
    public String readLine() throws IOException {
        return blocks.readLine();
    }

    @Override
    public String readUTF() throws IOException {
        return blocks.readUtf();
    }
}

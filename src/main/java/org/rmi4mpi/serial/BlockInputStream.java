package org.rmi4mpi.serial;

import static org.rmi4mpi.wire.ObjectCodes.BLOCK;
import static org.rmi4mpi.wire.ObjectCodes.FIELDS;
import static org.rmi4mpi.wire.ObjectCodes.RESET;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputStream;
import java.io.StreamCorruptedException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;

/**
 * The bytes of an object stream: codes, arrays, and what a program reads as primitive values, which comes out of blocks.
 * They are taken from the chunks of a stream, no byte more than is needed, or from a message. Owned by one thread.
 */
abstract class BlockInputStream extends ObjectInputStream {
    private static final int FIRST_CAPACITY = 1024;
    /** Taken at once, at most: a length may be a lie. */
    private static final int LARGEST_STEP = 1 << 16;
    /** More than this is not kept for the next message. */
    private static final int LARGEST_KEPT = 1 << 17;
    private static final int MESSAGE_STEP = 1 << 12;
    /** In bytes: a longer array is copied from the message itself, though a part of it may have been taken already. */
    private static final int LEAST_FROM_MESSAGE = 16;
    /** The code and the length of an array. */
    private static final int ARRAY_HEADER = Long.BYTES;
    /** Of a message, at its beginning. */
    private static final int FIRST_STEP = 1 << 8;

    private static final Charset NATIVE_UTF_16 = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN
            ? StandardCharsets.UTF_16LE : StandardCharsets.UTF_16BE;

    byte[] bytes;
    int position;
    int limit;
    /** Whether primitive values come out of blocks. */
    boolean inBlocks;
    /** What is left of the current block. */
    int blockRest;

    private final InputStream in;
    /** Null of a stream; kept between messages if it is small. */
    private ByteBuffer message;
    /** Whether there is a message. */
    private boolean begun;
    /** Null where there are none. */
    private Serializer.ArraysApart apart;
    /** Bytes of the current chunk that are still in the stream beneath. */
    private int chunkRest;
    private long taken;
    /** Of a message, so much at least is taken next. */
    private int nextStep;
    /** Whether the message before began with an array; then the next one is expected to, and no more is taken first. */
    private boolean wasArray;

    /** Of a stream of chunks. */
    BlockInputStream(InputStream in) throws IOException {
        this.in = Objects.requireNonNull(in, "in");
        message = null;
        bytes = new byte[FIRST_CAPACITY];
    }

    /** Of messages, one after the other. */
    BlockInputStream() throws IOException {
        in = null;
        bytes = new byte[FIRST_CAPACITY];
    }

    /** Of one message, in native order from its position to its limit. */
    final void begin(ByteBuffer bytesOfMessage, Serializer.ArraysApart arraysApart) {
        if (message != bytesOfMessage) {
            message = bytesOfMessage;
        }
        if (apart != arraysApart) {
            apart = arraysApart;
        }
        begun = true;
        int there = bytesOfMessage.remaining();
        if (there == ARRAY_HEADER || wasArray && there > ARRAY_HEADER) {
            takeHeader();
        } else {
            limit = Math.min(there, FIRST_STEP);
            bytesOfMessage.get(bytes, 0, limit);
            nextStep = MESSAGE_STEP;
        }
        taken = limit;
    }

    /** Between messages there is nothing to read. */
    final boolean isBegun() {
        return begun;
    }

    final void end() {
        if (message.capacity() > LARGEST_KEPT) {
            message = null;
        }
        begun = false;
        if (apart != null) {
            apart = null;
        }
        position = 0;
        limit = 0;
        taken = 0;
        blockRest = 0;
        inBlocks = true;
        if (bytes.length > LARGEST_KEPT) {
            bytes = new byte[FIRST_CAPACITY];
        }
    }

    /** Whether no object is being read. */
    abstract boolean isTopLevel();

    /** In a readObject method whose writer had no writeObject: there is nothing but the fields. */
    abstract boolean isAfterPlainFields();

    /** In the data of a class that has no fields: that the writer has written none of them anyhow is passed over. */
    abstract boolean isWithoutFields();

    /** The tables of objects and classes start anew. */
    abstract void clear();

    final boolean isMessage() {
        return in == null;
    }

    static StreamCorruptedException corrupted(String what) {
        return new StreamCorruptedException(what);
    }

    // ---- codes and arrays

    /** Bytes read so far. */
    final long consumed() {
        return taken - limit + position;
    }

    /** Bytes of the message that are still to be read; of a stream it cannot be told. */
    final long rest() {
        return in != null ? Long.MAX_VALUE : (long) limit - position + messageRest();
    }

    private int messageRest() {
        return begun ? message.remaining() : 0;
    }

    /** Sees that so many bytes are at the position, reading chunks as they are needed. */
    final void require(long count) throws IOException {
        if (count > limit - position) {
            fill(count);
        }
    }

    private void fill(long count) throws IOException {
        if (in == null) {
            takeOfMessage(count - (limit - position));
            return;
        }
        while (count > limit - position) {
            if (chunkRest == 0 && !nextChunk()) {
                throw new EOFException();
            }
            int step = Math.min(chunkRest, LARGEST_STEP);
            makeRoom(step);
            int read = in.read(bytes, limit, step);
            if (read <= 0) {
                throw new EOFException();
            }
            chunkRest -= read;
            limit += read;
            taken += read;
        }
    }

    private void takeOfMessage(long least) throws IOException {
        int rest = messageRest();
        if (least > rest) {
            throw new EOFException();
        }
        if (nextStep == ARRAY_HEADER && least <= ARRAY_HEADER && rest >= ARRAY_HEADER && limit == 0) {
            takeHeader();
            taken += ARRAY_HEADER;
            return;
        }
        int step = Math.min(rest, Math.max((int) least, nextStep));
        if (step > bytes.length - limit) {
            makeRoom(step);
        }
        message.get(bytes, limit, step);
        limit += step;
        taken += step;
        nextStep = MESSAGE_STEP;
        wasArray = false;
    }

    /** Of what may be an array, and no more; there is nothing that is not read yet. */
    private void takeHeader() {
        Bytes.putLong(bytes, 0, message.getLong());
        limit = ARRAY_HEADER;
        nextStep = FIRST_STEP;
    }

    /** After what has been taken and not read, which moves to the front. */
    private void makeRoom(int more) {
        if (position > 0) {
            limit -= position;
            System.arraycopy(bytes, position, bytes, 0, limit);
            position = 0;
        }
        if (more > bytes.length - limit) {
            bytes = Arrays.copyOf(bytes,
                    (int) Math.min(Integer.MAX_VALUE - 8, Math.max(2L * bytes.length, (long) limit + more)));
        }
    }

    /** Returns false at the end of the stream beneath. */
    private boolean nextChunk() throws IOException {
        byte[] header = new byte[4];
        int read = in.readNBytes(header, 0, 4);
        if (read == 0) {
            return false;
        } else if (read < 4) {
            throw new EOFException();
        }
        int length = Bytes.getInt(header, 0);
        if (length <= 0) {
            throw corrupted(String.format("invalid stream header: %02X%02X%02X%02X", header[0], header[1], header[2],
                    header[3]));
        }
        chunkRest = length;
        taken += 4;
        return true;
    }

    final boolean isAtEnd() throws IOException {
        return position == limit && (in == null ? messageRest() == 0 : chunkRest == 0 && !nextChunk());
    }

    final int readCode() throws IOException {
        require(4);
        position += 4;
        return Bytes.getInt(bytes, position - 4);
    }

    final int peekCode() throws IOException {
        require(4);
        return Bytes.getInt(bytes, position);
    }

    final int peekInt(int after) throws IOException {
        require(after + 4L);
        return Bytes.getInt(bytes, position + after);
    }

    /** Of something that takes at least so many bytes for each. */
    final int readLength(int bytesEach) throws IOException {
        int there = limit - position - 4;
        int length = there < 0 ? -1 : Bytes.getInt(bytes, position);
        if (length < 0 || (long) length * bytesEach > there) { // not all of it has been taken, or never comes
            length = peekLength(bytesEach);
        }
        position += 4;
        return length;
    }

    final int peekLength(int bytesEach) throws IOException {
        int length = peekCode();
        if (length < 0 || (long) length * bytesEach > Math.min(Integer.MAX_VALUE - 8, rest())) {
            throw corrupted("invalid length " + length);
        }
        return length;
    }

    /** A string of chars of one byte each. */
    @SuppressWarnings("deprecation") // the chars are what the bytes are, which no charset need be asked about
    final String readString() throws IOException {
        int there = limit - position - 4;
        int length = there < 0 ? -1 : Bytes.getInt(bytes, position);
        if (length < 0 || length > there) { // not all of it has been taken, or never comes
            length = peekLength(1);
            require(4L + length);
        }
        position += 4 + length;
        return length == 0 ? "" : new String(bytes, 0, position - length, length);
    }

    /** A string of chars of two bytes each. */
    final String readWideString() throws IOException {
        int length = readLength(2);
        require(2L * length);
        String text = new String(bytes, position, 2 * length, NATIVE_UTF_16);
        if (text.length() != length || text.indexOf('\uFFFD') >= 0) { // not UTF-16, but a string may be that
            text = ofChars(length);
        }
        position += 2 * length;
        return text;
    }

    private String ofChars(int length) {
        char[] chars = new char[length];
        for (int i = 0; i < length; i++) {
            chars[i] = (char) Bytes.getShort(bytes, position + 2 * i);
        }
        return new String(chars);
    }

    /** The elements alone. Room for them is made as they come, where it cannot be told whether they will. */
    final Object getArray(int length, PrimitiveArrays kind) throws IOException {
        int size = length * kind.size;
        if (in == null && size >= LEAST_FROM_MESSAGE) {
            return getDirectly(length, kind);
        }
        if (size <= limit - position || size < PrimitiveArrays.LEAST_DIRECT || in != null && size <= LARGEST_STEP) {
            require(size);
            position += size;
            return kind.newArray(length, bytes, position - size);
        }
        return in == null ? getDirectly(length, kind) : getInPieces(length, kind);
    }

    private Object getDirectly(int length, PrimitiveArrays kind) throws IOException {
        int size = length * kind.size;
        int there = limit - position; // taken already
        if (size > rest()) {
            throw new EOFException();
        }
        wasArray = consumed() == ARRAY_HEADER;
        Object array = kind.newArray(length);
        kind.copyIn(array, length, message, message.position() - there);
        if (size <= there) {
            position += size;
        } else {
            message.position(message.position() + size - there);
            taken += size - there;
            position = 0;
            limit = 0;
            nextStep = ARRAY_HEADER; // another one may follow
        }
        return array;
    }

    /** Whether the elements of the array that comes next travel beside the message. */
    final boolean isApart() throws IOException {
        return apart != null && peekCode() < 0;
    }

    final Object getApart(int length, PrimitiveArrays kind) throws IOException {
        apart.expect((long) length * kind.size);
        Object array = kind.newArray(length);
        apart.receive(array);
        return array;
    }

    private Object getInPieces(int length, PrimitiveArrays kind) throws IOException {
        Object array = kind.newArray(LARGEST_STEP / kind.size);
        int room = LARGEST_STEP / kind.size;
        for (int done = 0; done < length; ) {
            require(kind.size);
            if (done == room) {
                int larger = (int) Math.min(length, 8L * room);
                Object grown = kind.newArray(larger);
                System.arraycopy(array, 0, grown, 0, done);
                array = grown;
                room = larger;
            }
            int count = Math.min(room - done, (limit - position) / kind.size);
            kind.copyIn(array, done, count, bytes, position);
            position += count * kind.size;
            done += count;
        }
        return array;
    }

    final void enterBlock() throws IOException {
        position += 4;
        int length = readCode();
        if (length < 0) {
            throw corrupted("invalid length " + length + " of a block");
        }
        blockRest = length;
    }

    private boolean isMore() throws IOException {
        return in == null ? messageRest() > 0 : in.available() > 0;
    }

    /** Bytes of the current block, entering the next if one follows; -1 where none does. */
    private int block() throws IOException {
        if (!inBlocks) {
            return Integer.MAX_VALUE;
        }
        while (blockRest == 0) {
            if (isAfterPlainFields() || isTopLevel() && isAtEnd()) {
                return -1;
            }
            while (isTopLevel() && peekCode() == RESET) {
                position += 4;
                clear();
                if (isAtEnd()) {
                    return -1;
                }
            }
            int code = peekCode();
            if (code == BLOCK) {
                enterBlock();
            } else if (code == FIELDS && isWithoutFields()) {
                position += 4;
            } else {
                return -1;
            }
        }
        return blockRest;
    }

    /** Position of so many bytes in one piece, which are consumed. */
    private int take(int count) throws IOException {
        if (inBlocks && blockRest < count && block() < count) {
            return takeAcrossBlocks(count);
        }
        require(count);
        if (inBlocks) {
            blockRest -= count;
        }
        position += count;
        return position - count;
    }

    /** A value whose bytes a program has written one by one, with a flush between. */
    private int takeAcrossBlocks(int count) throws IOException {
        byte[] value = new byte[count];
        for (int i = 0; i < count; i++) {
            if (block() < 0) {
                throw new EOFException();
            }
            require(1);
            value[i] = bytes[position++];
            blockRest--;
        }
        if (position < count) { // room for them before what follows
            byte[] moved = new byte[bytes.length + count];
            System.arraycopy(bytes, position, moved, count, limit - position);
            bytes = moved;
            limit += count - position;
            position = count;
        }
        System.arraycopy(value, 0, bytes, position - count, count);
        return position - count;
    }

    @Override
    public int read() throws IOException {
        return block() < 0 ? -1 : readUnsignedByte();
    }

    @Override
    public int read(byte[] to, int offset, int length) throws IOException {
        if (to == null) {
            throw new NullPointerException();
        }
        Objects.checkFromIndexSize(offset, length, to.length);
        if (length == 0) {
            return 0;
        }
        int block = block();
        if (block < 0) {
            return -1;
        }
        require(1);
        int count = Math.min(length, Math.min(block, limit - position));
        int at = take(count);
        System.arraycopy(bytes, at, to, offset, count);
        return count;
    }

    @Override
    public int available() throws IOException {
        if (inBlocks && blockRest == 0 && (limit > position || chunkRest > 0 || isMore())) {
            block();
        }
        return inBlocks ? blockRest : 0;
    }

    @Override
    public void close() throws IOException {
        if (in != null) {
            in.close();
        }
    }

    @Override
    public boolean readBoolean() throws IOException {
        return readByte() != 0;
    }

    @Override
    public byte readByte() throws IOException {
        int at = take(1); // which may get other bytes
        return bytes[at];
    }

    @Override
    public int readUnsignedByte() throws IOException {
        return readByte() & 0xFF;
    }

    @Override
    public char readChar() throws IOException {
        int at = take(2);
        return (char) Bytes.getBigShort(bytes, at);
    }

    @Override
    public short readShort() throws IOException {
        int at = take(2);
        return Bytes.getBigShort(bytes, at);
    }

    @Override
    public int readUnsignedShort() throws IOException {
        return readShort() & 0xFFFF;
    }

    @Override
    public int readInt() throws IOException {
        int at = take(4);
        return Bytes.getBigInt(bytes, at);
    }

    @Override
    public long readLong() throws IOException {
        int at = take(8);
        return Bytes.getBigLong(bytes, at);
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
        for (int done = 0; done < length; ) {
            int count = read(to, offset + done, length - done);
            if (count < 0) {
                throw new EOFException();
            }
            done += count;
        }
    }

    @Override
    public int skipBytes(int count) throws IOException {
        int skipped = 0;
        while (skipped < count) {
            int block = block();
            if (block < 0) {
                break;
            }
            require(1);
            int step = Math.min(count - skipped, Math.min(block, limit - position));
            take(step);
            skipped += step;
        }
        return skipped;
    }

    @Override
    @Deprecated
    public String readLine() throws IOException {
        StringBuilder line = new StringBuilder();
        int c = read();
        if (c < 0) {
            return null;
        }
        for (; c >= 0 && c != '\n'; c = read()) {
            if (c == '\r') {
                if (block() > 0 && (peekByte() == '\n')) {
                    read();
                }
                break;
            }
            line.append((char) c);
        }
        return line.toString();
    }

    private byte peekByte() throws IOException {
        require(1);
        return bytes[position];
    }

    @Override
    public String readUTF() throws IOException {
        int length = readUnsignedShort();
        int at = take(length);
        return ModifiedUtf.get(bytes, at, length);
    }
}

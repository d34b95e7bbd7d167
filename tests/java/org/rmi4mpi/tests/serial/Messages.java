package org.rmi4mpi.tests.serial;

import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectOutput;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.rmi4mpi.serial.MessageMemory;
import org.rmi4mpi.serial.Serializer;
import org.rmi4mpi.serial.StreamCache;

/**
 * Two ranks: one writes messages, and the other reads them. The one place that knows how a {@link Serializer} gets its
 * bytes. Owned by one thread.
 */
final class Messages {
    static final int WRITER = 3;
    static final int READER = 5;
    private static final int RANKS = 8;

    private final Serializer writer = new Serializer(WRITER, RANKS);
    private final Serializer reader = new Serializer(READER, RANKS);
    private final ClassLoader loader;
    private final MessageMemory room = this::room;
    private ByteBuffer written = memory(1024);
    private ObjectInputFilter filter;

    /** The reader has the classes of the writer. */
    Messages() {
        this(Messages.class.getClassLoader());
    }

    /** @param loader finds the classes for the reader */
    Messages(ClassLoader loader) {
        this.loader = loader;
    }

    private static ByteBuffer memory(int capacity) {
        return ByteBuffer.allocate(capacity).order(ByteOrder.nativeOrder());
    }

    private static ByteBuffer bytes(byte[] message, int length) {
        return ByteBuffer.wrap(message, 0, length).order(ByteOrder.nativeOrder());
    }

    private ByteBuffer room(int length) {
        if (length > written.remaining()) {
            written = memory(Math.max(2 * written.capacity(), written.position() + length)).put(written.flip());
        }
        return written;
    }

    /** Sets the filter of the streams that read from now on. */
    void filter(ObjectInputFilter ofStreams) {
        filter = ofStreams;
    }

    /** The reader reports the classes that it knows, so that they are not described again. */
    void agree() {
        writer.tellKnown(READER, reader.known(WRITER));
    }

    /** Returns the length of the message, which {@link #read()} reads. */
    int write(Object graph) throws IOException {
        written.clear();
        try (ObjectOutput out = writer.writer(StreamCache.ofThread(), room, READER, remote -> remote)) {
            out.writeObject(graph);
            out.flush();
        }
        return written.position();
    }

    /** A copy of the message that was written last. */
    byte[] bytes() {
        byte[] copy = new byte[written.position()];
        written.get(0, copy);
        return copy;
    }

    Object read() throws IOException, ClassNotFoundException {
        return read(loader);
    }

    /** @param other finds the classes of this message */
    Object read(ClassLoader other) throws IOException, ClassNotFoundException {
        return read(written.array(), written.position(), other);
    }

    Object read(byte[] message) throws IOException, ClassNotFoundException {
        return read(message, message.length, loader);
    }

    private Object read(byte[] message, int length, ClassLoader by) throws IOException, ClassNotFoundException {
        try (ObjectInput in =
                reader.reader(StreamCache.ofThread(), bytes(message, length), WRITER, by, null, null, null)) {
            if (filter != null) {
                ((ObjectInputStream) in).setObjectInputFilter(filter);
            }
            return in.readObject();
        }
    }

    /** Returns the message of a graph whose classes both sides know. */
    byte[] agreed(Object graph) throws IOException, ClassNotFoundException {
        write(graph);
        read();
        agree();
        write(graph);
        return bytes();
    }

    Object copy(Object graph) throws IOException, ClassNotFoundException {
        write(graph);
        return read();
    }
}

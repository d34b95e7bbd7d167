package org.rmi4mpi.tests.unit.serial;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectOutput;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.function.UnaryOperator;
import org.rmi4mpi.serial.Serializer;

/**
 * Two ranks, of which one writes messages and the other reads them: the one place that knows how a {@link Serializer}
 * is given its bytes. Owned by one thread.
 */
final class Messages {
    static final int WRITER = 3;
    static final int READER = 5;
    private static final int RANKS = 8;

    private final Serializer writer = new Serializer(RANKS);
    private final Serializer reader = new Serializer(RANKS);
    private final ClassLoader loader;
    private final Written written = new Written();
    private ObjectInputFilter filter;

    /** The reader has the classes of the writer. */
    Messages() {
        this(Messages.class.getClassLoader());
    }

    /** @param loader finds the classes for the reader */
    Messages(ClassLoader loader) {
        this.loader = loader;
    }

    /** Of the streams that read from here on. */
    void filter(ObjectInputFilter ofStreams) {
        filter = ofStreams;
    }

    /** The reader tells what it knows, so that what it knows is not described any more. */
    void agree() {
        writer.tellKnown(READER, reader.known(WRITER));
    }

    /** Returns the length of the message, which {@link #read()} reads. */
    int write(Object graph) throws IOException {
        written.clear();
        try (ObjectOutput out = writer.writer(written, READER, UnaryOperator.identity())) {
            out.writeObject(graph);
            out.flush();
        }
        return written.length;
    }

    /** A copy of the message that was written last. */
    byte[] bytes() {
        return Arrays.copyOf(written.bytes, written.length);
    }

    Object read() throws IOException, ClassNotFoundException {
        return read(loader);
    }

    /** @param other finds the classes of this message */
    Object read(ClassLoader other) throws IOException, ClassNotFoundException {
        return read(written.bytes, written.length, other);
    }

    Object read(byte[] message) throws IOException, ClassNotFoundException {
        return read(message, message.length, loader);
    }

    private Object read(byte[] message, int length, ClassLoader by) throws IOException, ClassNotFoundException {
        try (ObjectInput in = reader.reader(new ByteArrayInputStream(message, 0, length), WRITER, by, null)) {
            if (filter != null) {
                ((ObjectInputStream) in).setObjectInputFilter(filter);
            }
            return in.readObject();
        }
    }

    /** The message of a graph whose classes both sides know. */
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

    private static final class Written extends OutputStream {
        private byte[] bytes = new byte[1024];
        private int length;

        void clear() {
            length = 0;
        }

        @Override
        public void write(int b) {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] from, int offset, int count) {
            if (length + count > bytes.length) {
                bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, length + count));
            }
            System.arraycopy(from, offset, bytes, length, count);
            length += count;
        }
    }
}

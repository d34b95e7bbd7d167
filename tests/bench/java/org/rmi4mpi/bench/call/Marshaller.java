package org.rmi4mpi.bench.call;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectInputStream;
import java.io.ObjectOutput;
import java.io.ObjectOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.function.UnaryOperator;
import org.rmi4mpi.serial.MessageMemory;
import org.rmi4mpi.serial.Serializer;
import org.rmi4mpi.serial.StreamCache;

/**
 * Turns arguments and results into arrays of bytes, so that a system carries what another system's serializer wrote.
 * Thread-safe.
 */
interface Marshaller {
    byte[] write(Object object, int peer) throws IOException;

    Object read(byte[] message) throws IOException;

    /** Returns the process that wrote a message. */
    int writer(byte[] message);

    /**
     * Returns the marshaller of a name.
     *
     * @param name "jdk" or "ours"
     * @param index number of this process
     * @param processes number of processes
     */
    static Marshaller of(String name, int index, int processes) {
        return switch (name) {
            case "jdk" -> new OfJdk();
            case "ours" -> new Ours(index, processes);
            default -> throw new IllegalArgumentException("no marshaller " + name);
        };
    }

    /** The JDK's streams: new ones for each message, as in the JDK's RMI. */
    final class OfJdk implements Marshaller {
        @Override
        public byte[] write(Object object, int peer) throws IOException {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream(512);
            try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
                out.writeObject(object);
            }
            return bytes.toByteArray();
        }

        @Override
        public Object read(byte[] message) throws IOException {
            try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(message))) {
                return in.readObject();
            } catch (ClassNotFoundException e) {
                throw new IOException(e);
            }
        }

        @Override
        public int writer(byte[] message) {
            return 0; // does not matter here
        }
    }

    /**
     * Our serializer, as in our remote calls: its streams are kept, and a class is described to a peer once. A message
     * begins with the number of its writer, and with how many of the peer's classes the writer knows.
     */
    final class Ours implements Marshaller {
        private static final int HEADER = 2 * Integer.BYTES;
        private static final ClassLoader LOADER = Ours.class.getClassLoader();

        private final int index;
        private final Serializer serializer;
        private final ThreadLocal<Memory> memories = ThreadLocal.withInitial(Memory::new);

        Ours(int index, int processes) {
            this.index = index;
            serializer = new Serializer(index, processes);
        }

        /** The message that a thread writes. */
        private static final class Memory implements MessageMemory {
            private ByteBuffer buffer = allocate(1 << 12);

            private static ByteBuffer allocate(int bytes) {
                return ByteBuffer.allocate(bytes).order(ByteOrder.nativeOrder());
            }

            @Override
            public ByteBuffer reserve(int bytes) {
                if (bytes > buffer.remaining()) {
                    buffer = allocate(Math.max(2 * buffer.capacity(), buffer.position() + bytes)).put(buffer.flip());
                }
                return buffer;
            }
        }

        @Override
        public byte[] write(Object object, int peer) throws IOException {
            Memory memory = memories.get();
            memory.buffer.clear();
            memory.buffer.putInt(index).putInt(serializer.known(peer));
            ObjectOutput out = serializer.writer(StreamCache.ofThread(), memory, peer, UnaryOperator.identity());
            out.writeObject(object);
            out.flush();
            byte[] message = new byte[memory.buffer.position()];
            memory.buffer.get(0, message);
            return message;
        }

        @Override
        public Object read(byte[] message) throws IOException {
            ByteBuffer bytes = ByteBuffer.wrap(message).order(ByteOrder.nativeOrder());
            int peer = bytes.getInt();
            serializer.tellKnown(peer, bytes.getInt());
            try (ObjectInput in = serializer.reader(StreamCache.ofThread(), bytes.position(HEADER), peer, LOADER, null,
                    null, null)) {
                return in.readObject();
            } catch (ClassNotFoundException e) {
                throw new IOException(e);
            }
        }

        @Override
        public int writer(byte[] message) {
            return ByteBuffer.wrap(message).order(ByteOrder.nativeOrder()).getInt();
        }
    }
}

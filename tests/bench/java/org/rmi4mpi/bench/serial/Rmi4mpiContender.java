package org.rmi4mpi.bench.serial;

import java.io.ObjectInput;
import java.io.ObjectOutput;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.function.UnaryOperator;
import org.rmi4mpi.serial.MessageMemory;
import org.rmi4mpi.serial.Serializer;
import org.rmi4mpi.serial.StreamCache;

/** The serializer of remote calls. As there, messages are in memory outside the heap. */
final class Rmi4mpiContender implements Contender {
    private static final ClassLoader LOADER = Rmi4mpiContender.class.getClassLoader();

    /** Sends to itself, so that it learns at once which classes are known. */
    private final Serializer serializer = new Serializer(0, 1);
    private final StreamCache streams = new StreamCache();
    private final MessageMemory room = this::room;
    private ByteBuffer memory = memory(1 << 16);
    private int length;

    private static ByteBuffer memory(int capacity) {
        return ByteBuffer.allocateDirect(capacity).order(ByteOrder.nativeOrder());
    }

    private ByteBuffer room(int length) {
        if (length > memory.remaining()) {
            memory = memory(Math.max(2 * memory.capacity(), memory.position() + length)).put(memory.flip());
        }
        return memory;
    }

    @Override
    public int write(Object graph) throws Exception {
        memory.clear();
        ObjectOutput out = serializer.writer(streams, room, 0, UnaryOperator.identity());
        out.writeObject(graph);
        out.flush();
        length = memory.position();
        return length;
    }

    @Override
    public Object read() throws Exception {
        memory.position(0).limit(length);
        ObjectInput in = serializer.reader(streams, memory, 0, LOADER, null, null, null);
        Object graph = in.readObject();
        in.close();
        serializer.tellKnown(0, serializer.known(0));
        return graph;
    }

    @Override
    public byte[] bytes() {
        byte[] copy = new byte[length];
        memory.get(0, copy);
        return copy;
    }
}

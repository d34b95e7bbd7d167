package org.rmi4mpi.bench.serial;

import java.io.ObjectInput;
import java.io.ObjectOutput;
import java.util.function.UnaryOperator;
import org.rmi4mpi.serial.Serializer;

/** What remote calls are written by here. */
final class Rmi4mpiContender implements Contender {
    private static final ClassLoader LOADER = Rmi4mpiContender.class.getClassLoader();

    /** To itself, so that what it knows of the classes is told to it at once. */
    private final Serializer serializer = new Serializer(1);
    private final ReusedBuffer buffer = new ReusedBuffer();

    @Override
    public int write(Object graph) throws Exception {
        buffer.clear();
        ObjectOutput out = serializer.writer(buffer, 0, UnaryOperator.identity());
        out.writeObject(graph);
        out.flush();
        return buffer.length();
    }

    @Override
    public Object read() throws Exception {
        ObjectInput in = serializer.reader(buffer.reader(), 0, LOADER, null);
        Object graph = in.readObject();
        serializer.tellKnown(0, serializer.known(0));
        return graph;
    }

    @Override
    public byte[] bytes() {
        return buffer.copy();
    }
}

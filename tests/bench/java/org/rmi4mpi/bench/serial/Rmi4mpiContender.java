package org.rmi4mpi.bench.serial;

import java.io.ObjectInput;
import java.io.ObjectOutput;
import java.util.function.UnaryOperator;
import org.rmi4mpi.serial.JdkSerializer;
import org.rmi4mpi.serial.Serializer;

/** What remote calls are written by here. */
final class Rmi4mpiContender implements Contender {
    private static final ClassLoader LOADER = Rmi4mpiContender.class.getClassLoader();

    private final Serializer serializer = new JdkSerializer();
    private final ReusedBuffer buffer = new ReusedBuffer();

    @Override
    public int write(Object graph) throws Exception {
        buffer.clear();
        ObjectOutput out = serializer.writer(buffer, UnaryOperator.identity());
        out.writeObject(graph);
        out.flush();
        return buffer.length();
    }

    @Override
    public Object read() throws Exception {
        ObjectInput in = serializer.reader(buffer.reader(), LOADER, null);
        return in.readObject();
    }

    @Override
    public byte[] bytes() {
        return buffer.copy();
    }
}

package org.rmi4mpi.bench.serial;

import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;

/** The JDK's streams, new for each message, as the JDK's RMI uses them. */
final class JdkContender implements Contender {
    private final ReusedBuffer buffer = new ReusedBuffer();

    @Override
    public int write(Object graph) throws Exception {
        buffer.clear();
        ObjectOutputStream out = new ObjectOutputStream(buffer);
        out.writeObject(graph);
        out.flush();
        return buffer.length();
    }

    @Override
    public Object read() throws Exception {
        return new ObjectInputStream(buffer.reader()).readObject();
    }

    @Override
    public byte[] bytes() {
        return buffer.copy();
    }
}

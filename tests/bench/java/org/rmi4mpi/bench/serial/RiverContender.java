package org.rmi4mpi.bench.serial;

import java.io.IOException;
import org.jboss.marshalling.Marshaller;
import org.jboss.marshalling.MarshallerFactory;
import org.jboss.marshalling.Marshalling;
import org.jboss.marshalling.MarshallingConfiguration;
import org.jboss.marshalling.Unmarshaller;

/** JBoss Marshalling's River: one pair of streams, which forgets objects between messages and keeps classes. */
final class RiverContender implements Contender {
    private final ReusedBuffer buffer = new ReusedBuffer();
    private final ReusedBuffer.Reader source = buffer.reader();
    private final Marshaller marshaller;
    private final Unmarshaller unmarshaller;

    RiverContender() throws IOException {
        MarshallerFactory factory = Marshalling.getProvidedMarshallerFactory("river");
        MarshallingConfiguration configuration = new MarshallingConfiguration();
        marshaller = factory.createMarshaller(configuration);
        unmarshaller = factory.createUnmarshaller(configuration);
        marshaller.start(Marshalling.createByteOutput(buffer));
        marshaller.flush();
        unmarshaller.start(Marshalling.createByteInput(source));
    }

    @Override
    public int write(Object graph) throws IOException {
        buffer.clear();
        marshaller.clearInstanceCache();
        marshaller.writeObject(graph);
        marshaller.flush();
        return buffer.length();
    }

    @Override
    public Object read() throws IOException, ClassNotFoundException {
        source.rewind();
        return unmarshaller.readObject();
    }

    @Override
    public byte[] bytes() {
        return buffer.copy();
    }
}

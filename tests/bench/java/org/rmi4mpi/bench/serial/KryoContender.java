package org.rmi4mpi.bench.serial;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import com.esotericsoftware.kryo.serializers.JavaSerializer;

/** Kryo: references, registered classes. An exception goes through the JDK's streams, as its manual advises. */
final class KryoContender implements Contender {
    private final Kryo kryo = new Kryo();
    private final Output output = new Output(1 << 16, -1);
    private final Input input = new Input();

    KryoContender() {
        kryo.setReferences(true);
        kryo.setRegistrationRequired(true);
        for (Class<?> type : Rows.CLASSES) {
            if (Throwable.class.isAssignableFrom(type)) {
                kryo.register(type, new JavaSerializer());
            } else {
                kryo.register(type);
            }
        }
    }

    @Override
    public int write(Object graph) {
        output.reset();
        kryo.writeClassAndObject(output, graph);
        return output.position();
    }

    @Override
    public Object read() {
        input.setBuffer(output.getBuffer(), 0, output.position());
        return kryo.readClassAndObject(input);
    }

    @Override
    public byte[] bytes() {
        return output.toBytes();
    }
}

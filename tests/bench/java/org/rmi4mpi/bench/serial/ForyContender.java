package org.rmi4mpi.bench.serial;

import org.apache.fory.Fory;
import org.apache.fory.memory.MemoryBuffer;

/** Apache Fory: reference tracking, registered classes, the same schema on both sides. */
final class ForyContender implements Contender {
    private final Fory fory;
    private final MemoryBuffer buffer = MemoryBuffer.newHeapBuffer(1 << 16);

    /** @param strings whether a string that occurs twice is one object afterwards; by default Fory writes it twice */
    ForyContender(boolean strings) {
        fory = Fory.builder()
                .withXlang(false)
                .withRefTracking(true)
                .ignoreStringRef(!strings)
                .requireClassRegistration(true)
                .withCompatible(false)
                .withAsyncCompilation(false)
                .build();
        Rows.CLASSES.forEach(fory::register);
        fory.register(StackTraceElement.class);
        fory.register(StackTraceElement[].class);
    }

    @Override
    public int write(Object graph) {
        buffer.writerIndex(0);
        fory.serialize(buffer, graph);
        return buffer.writerIndex();
    }

    @Override
    public Object read() {
        buffer.readerIndex(0);
        return fory.deserialize(buffer);
    }

    @Override
    public byte[] bytes() {
        return buffer.getBytes(0, buffer.writerIndex());
    }
}

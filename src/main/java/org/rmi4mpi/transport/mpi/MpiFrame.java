package org.rmi4mpi.transport.mpi;

import java.nio.ByteBuffer;
import org.rmi4mpi.bridge.NativeBuffer;
import org.rmi4mpi.transport.Frame;

/** A frame in memory that MPI reaches. */
final class MpiFrame implements Frame {
    private final NativeBuffer memory;

    MpiFrame(NativeBuffer memory) {
        this.memory = memory;
    }

    long address() {
        return memory.address();
    }

    @Override
    public ByteBuffer bytes() {
        return memory.bytes();
    }

    @Override
    public void release() {
        memory.release();
    }
}

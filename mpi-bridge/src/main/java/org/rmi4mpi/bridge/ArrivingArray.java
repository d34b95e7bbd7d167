package org.rmi4mpi.bridge;

/** Memory for what comes to an array that cannot stay in its place; it is copied into the array at its release. */
public final class ArrivingArray implements Memory {
    private final Object array;
    private final int bytes;
    private final NativeBuffer memory;

    /** @param array of a primitive type and of at least so many bytes */
    public ArrivingArray(Object array, int bytes) {
        this.array = array;
        this.bytes = bytes;
        this.memory = NativeBuffer.acquire(bytes);
    }

    @Override
    public long address() {
        return memory.address();
    }

    @Override
    public void release() {
        Mpi.copyInto(array, memory.address(), bytes);
        memory.release();
    }
}

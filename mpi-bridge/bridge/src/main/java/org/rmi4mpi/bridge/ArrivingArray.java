package org.rmi4mpi.bridge;

/** Receive buffer for an array that cannot be pinned. Releasing it copies the contents into the array. */
public final class ArrivingArray implements Memory {
    private final Object array;
    private final int bytes;
    private final NativeBuffer memory;

    /**
     * @param array of a primitive type
     * @param bytes size of the buffer; at most the size of the array
     */
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

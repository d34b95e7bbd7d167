package org.rmi4mpi.bridge;

/**
 * A slot and a small buffer that a thread uses again and again, for operations that end as soon as they are started.
 * One that does not end so takes them along, and the thread gets others. Owned by its thread, which uses it for one
 * operation at a time.
 */
public final class ThreadMemory {
    /** Of the buffer, in bytes. */
    public static final int CAPACITY = 4096;

    private static final ThreadLocal<ThreadMemory> OWN = ThreadLocal.withInitial(ThreadMemory::new);

    private RequestSlot slot = RequestSlot.acquire();
    private NativeBuffer buffer = NativeBuffer.acquire(CAPACITY);

    private ThreadMemory() {}

    /** Of the calling thread. */
    public static ThreadMemory get() {
        return OWN.get();
    }

    public RequestSlot slot() {
        return slot;
    }

    public NativeBuffer buffer() {
        return buffer;
    }

    /** The slot, for an operation that goes on; its owner releases it. */
    public RequestSlot takeSlot() {
        RequestSlot taken = slot;
        slot = RequestSlot.acquire();
        return taken;
    }

    /** The buffer, for an operation that goes on; its owner releases it. */
    public NativeBuffer takeBuffer() {
        NativeBuffer taken = buffer;
        buffer = NativeBuffer.acquire(CAPACITY);
        return taken;
    }
}

package org.rmi4mpi.bridge;

/**
 * A request slot and a small buffer that a thread reuses for operations that complete at once. If an operation outlives
 * the call, it takes them along and the thread gets new ones. The thread that completes the operation keeps its slot. Owned by its
 * thread, which uses it for one operation at a time.
 */
public final class ThreadMemory {
    /** Capacity of the buffer, in bytes. */
    public static final int CAPACITY = 4096;

    /** The most slots that a thread keeps. */
    private static final int MOST_SPARE = 16;

    private static final ThreadLocal<ThreadMemory> OWN = ThreadLocal.withInitial(ThreadMemory::new);

    /** That of the last thread: often the only one, which finds it without a native call of ThreadLocal in JDK 17. */
    private static volatile ThreadMemory last;

    private final Thread owner = Thread.currentThread();
    private RequestSlot slot = RequestSlot.acquire();
    private NativeBuffer buffer = NativeBuffer.acquire(CAPACITY);

    /** Slots of operations that this thread has completed. Those of {@link #second()} come here, too. */
    private final RequestSlot[] spare = new RequestSlot[MOST_SPARE];
    private int spares;

    /** For calls with two operations; null before the first one. */
    private ThreadMemory second;

    private ThreadMemory() {}

    /** The memory of the calling thread. */
    public static ThreadMemory get() {
        ThreadMemory found = last;
        return found != null && found.owner == Thread.currentThread() ? found : find();
    }

    private static ThreadMemory find() {
        ThreadMemory found = OWN.get();
        last = found;
        return found;
    }

    /** More memory of the same thread, for the second operation of a call. */
    public ThreadMemory second() {
        if (second == null) {
            second = new ThreadMemory();
        }
        return second;
    }

    public RequestSlot slot() {
        return slot;
    }

    public NativeBuffer buffer() {
        return buffer;
    }

    /** Passes the slot to an operation that outlives the call. The new owner releases it. */
    public RequestSlot takeSlot() {
        RequestSlot taken = slot;
        slot = get().newSlot();
        return taken;
    }

    /** A slot for an operation of this thread. */
    public RequestSlot newSlot() {
        return spares == 0 ? RequestSlot.acquire() : spare[--spares];
    }

    /** Takes back the slot of a message that has ended. */
    public static void giveBack(RequestSlot slot) {
        ThreadMemory found = last;
        if (found != null && found.owner == Thread.currentThread() && found.spares < MOST_SPARE
                && !VirtualThreads.isCurrent()) { // there may be very many of those
            found.keep(slot);
        } else {
            slot.release();
        }
    }

    /** Writes no reference that is there already, since the collector is told of each. */
    private void keep(RequestSlot slot) {
        if (spare[spares] != slot) {
            spare[spares] = slot;
        }
        spares++;
    }

    /** Passes the buffer to an operation that outlives the call. The new owner releases it. */
    public NativeBuffer takeBuffer() {
        NativeBuffer taken = buffer;
        buffer = NativeBuffer.acquire(CAPACITY);
        return taken;
    }
}

package mpi;

import org.rmi4mpi.bridge.Job;

/**
 * The room for buffered sends (MPI 1.1, 3.6). A message is copied anyway, to memory of its own; the buffer that the
 * program attaches is what such messages are counted against. Its state is under its class's monitor.
 */
final class BufferedSends {
    private static Object attached;
    private static long capacity;
    private static long used;

    private BufferedSends() {}

    static synchronized void attach(Object buffer, int length) {
        Check.running("Buffer_attach");
        Check.argument("Buffer_attach", buffer != null, "buffer", "null", "an array of bytes");
        Check.argument("Buffer_attach", attached == null, "buffer", "attached", "none: call Buffer_detach first");
        attached = buffer;
        capacity = length;
    }

    /** Returns the buffer when no send uses it any more; null where none is attached. */
    static Object detach() {
        Check.running("Buffer_detach");
        drain();
        synchronized (BufferedSends.class) {
            Object detached = attached;
            attached = null;
            capacity = 0;
            return detached;
        }
    }

    /** Returns when every buffered send has ended. */
    static void drain() {
        Job.progress().await(() -> inUse() == 0);
    }

    private static synchronized long inUse() {
        return used;
    }

    /** Takes room for a message, before it is sent. */
    static synchronized long take(String call, long bytes) {
        long needed = bytes + MPI.BSEND_OVERHEAD;
        if (used + needed > capacity) {
            throw new MPIException(call + ": " + used + " bytes in use + " + bytes + " of the message + "
                    + MPI.BSEND_OVERHEAD + " (MPI.BSEND_OVERHEAD) > " + capacity
                    + " attached: attach a larger buffer by MPI.Buffer_attach");
        }
        used += needed;
        return needed;
    }

    /** The message's room is free when the send has ended. */
    static void untilEnded(Request send, long taken) {
        Job.progress().watch(send::advance, () -> {
            send.complete();
            synchronized (BufferedSends.class) {
                used -= taken;
            }
        });
    }
}

package org.rmi4mpi.message;

import java.util.ArrayList;
import java.util.List;
import org.rmi4mpi.bridge.Job;
import org.rmi4mpi.message.data.Check;
import org.rmi4mpi.message.data.MessageException;

/**
 * The room for buffered sends (MPI 1.1, 3.6). A message is always copied to memory of its own. The attached buffer is
 * not written: its length limits the bytes of buffered messages that have not ended. The monitor of the class guards
 * the state.
 */
public final class BufferedSends {
    /** The sends that had not ended at the last check. */
    private static final List<Sent> SENDS = new ArrayList<>();

    /** The bytes of room in the spelling of Open MPI, where the program has attached no buffer. */
    public static final int ROOM_OF_OPEN_MPI = 64 << 10;

    private static Object attached;
    private static long capacity;

    private BufferedSends() {}

    public static synchronized void attach(String call, Object buffer, int length) {
        Check.running(call);
        Check.argument(call, buffer != null, "buffer", "null", "an array of bytes");
        attached = buffer;
        capacity = length;
    }

    /** Waits until no send uses the buffer, and returns it; null where none is attached. */
    public static Object detach(String call) {
        Check.running(call);
        drain();
        synchronized (BufferedSends.class) {
            Object detached = attached;
            attached = null;
            capacity = 0;
            return detached;
        }
    }

    /** Returns when every buffered send has ended. */
    public static void drain() {
        Job.progress().await(() -> inUse() == 0);
    }

    private static synchronized long inUse() {
        SENDS.removeIf(BufferedSends::tryComplete);
        long bytes = 0;
        for (Sent each : SENDS) {
            bytes += each.bytes();
        }
        return bytes;
    }

    private static boolean tryComplete(Sent sent) {
        try {
            return Operations.tryComplete(sent.operation());
        } catch (MessageException e) { // This call is another one, which goes on unless the error handler is fatal.
            MessageException told = sent.operation().unlessFatal(e);
            System.err.println("rmi4mpi: rank " + Job.rank() + ": a buffered send failed after its call: "
                    + told.getMessage());
            return true;
        }
    }

    /**
     * Sends a message if there is room for its bytes. The overhead of MPI does not count, since many programs attach
     * room for the bytes alone.
     *
     * @param unattached bytes of room where no buffer is attached
     * @param start starts the operation
     */
    static synchronized void send(String call, long bytes, int unattached, Operation operation, Runnable start) {
        long used = inUse();
        long room = attached == null ? unattached : capacity;
        if (used + bytes > room) {
            throw Check.failure(call + ": " + used + " bytes in use + " + bytes + " of the message > " + room
                    + (attached == null && room > 0 ? " without a buffer" : " attached")
                    + Check.at("attach a larger buffer by MPI.Buffer_attach"));
        }
        SENDS.add(new Sent(operation, bytes)); // needs memory, which there may not be after the start
        start.run();
    }

    private record Sent(Operation operation, long bytes) {}
}

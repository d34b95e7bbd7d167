package mpi;

import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicInteger;
import org.rmi4mpi.bridge.Job;
import org.rmi4mpi.bridge.Mpi;
import org.rmi4mpi.bridge.NativeBuffer;
import org.rmi4mpi.bridge.RequestSlot;

/**
 * Messages of serialized objects, whose length the receiver does not know. A message of fixed greatest length goes
 * where the program sends it, and holds the bytes if they fit:
 *
 * <pre>
 *  0       4     8        16
 * +--------+-----+--------+------------------+
 * | sender | tag | length | bytes, if few    |
 * +--------+-----+--------+------------------+
 * </pre>
 *
 * Otherwise they follow on the job's communicator for objects, from the sender's place among the Java ranks,
 * under the tag that is named. Stateless, but for the tags.
 */
final class ObjectMessages {
    private static final int SENDER = 0;
    private static final int TAG = 4;
    private static final int LENGTH = 8;
    private static final int HEADER = 16;
    private static final int LARGEST_EAGER = 8192;

    private static final long BYTES = Mpi.constant("MPI_BYTE");
    private static final AtomicInteger LAST_TAG = new AtomicInteger();

    private ObjectMessages() {}

    /** @param destInWorld the receiver's rank in MPI_COMM_WORLD */
    static Request send(
            Request request, SendMode mode, String call, byte[] bytes, int dest, int destInWorld, int tag, long comm) {
        boolean eager = HEADER + bytes.length <= LARGEST_EAGER;
        int ownTag = LAST_TAG.updateAndGet(last -> last < Job.largestTag() ? last + 1 : 0);
        NativeBuffer first = NativeBuffer.acquire(LARGEST_EAGER);
        first.bytes().putInt(SENDER, Job.javaRank(Job.rank())).putInt(TAG, ownTag).putLong(LENGTH, bytes.length);
        if (eager) {
            first.bytes().put(HEADER, bytes);
        }
        int length = eager ? HEADER + bytes.length : HEADER;
        RequestSlot slot = request.begin(call, null, null, first);
        request.started(mode.start(first.address(), length, BYTES, dest, tag, comm, slot));
        if (!eager && dest != MPI.PROC_NULL) {
            request.also(sendRest(call, bytes, destInWorld, ownTag));
        }
        return request;
    }

    private static Request sendRest(String call, byte[] bytes, int destInWorld, int tag) {
        NativeBuffer rest = NativeBuffer.acquire(bytes.length);
        rest.bytes().put(0, bytes);
        Request request = new Request();
        int dest = Job.javaRank(destInWorld);
        Check.argument(call, dest >= 0, "dest", destInWorld + " in MPI.COMM_WORLD, which does not run Java",
                "a Java rank, which can read objects (-Drmi4mpi.ranks tells which those are)");
        RequestSlot slot = request.begin(call, null, null, rest);
        return request.started(Mpi.isend(
                rest.address(), bytes.length, BYTES, dest, tag, Job.objectCommunicator(), slot));
    }

    static Request receive(
            Request request, String call, Place place, int offset, int count, int source, int tag, long comm) {
        place.check(offset, count);
        NativeBuffer first = NativeBuffer.acquire(LARGEST_EAGER);
        NativeBuffer[] rest = new NativeBuffer[1];
        int[] envelope = new int[2];
        RequestSlot slot = request.begin(call, place.buf(), status -> {
            byte[] bytes = new byte[(int) first.bytes().getLong(LENGTH)];
            (rest[0] != null ? rest[0].bytes() : first.bytes()).get(rest[0] != null ? 0 : HEADER, bytes);
            status.ofObjects(ObjectCodec.read(call, bytes, place.buf(), offset, count, place.type()));
            if (rest[0] != null) {
                status.source = envelope[0];
                status.tag = envelope[1];
            }
        }, first);
        request.started(Mpi.irecv(first.address(), LARGEST_EAGER, BYTES, source, tag, comm, slot));
        return request.then(ended -> {
            envelope[0] = ended.source();
            envelope[1] = ended.tag();
            rest[0] = receiveRest(request, call, first.bytes(), ended);
        });
    }

    /** Starts to receive the bytes that did not fit; null where they did, or were not sent. */
    private static NativeBuffer receiveRest(Request request, String call, ByteBuffer first, RequestSlot slot) {
        if (slot.isCancelled()) {
            return null;
        }
        long length = slot.length() < HEADER ? -1 : first.getLong(LENGTH);
        boolean eager = HEADER + length <= LARGEST_EAGER;
        if (length < 0 || length > Check.LARGEST_MESSAGE || slot.length() != (eager ? HEADER + length : HEADER)) {
            throw new MPIException(call + ": a message of " + slot.length() + " bytes from rank " + slot.source()
                    + " holds no objects: send it with MPI.OBJECT");
        }
        if (eager) {
            return null;
        }
        NativeBuffer rest = NativeBuffer.acquire((int) length);
        request.keep(rest);
        Check.code(call, Mpi.irecv(rest.address(), (int) length, BYTES, first.getInt(SENDER), first.getInt(TAG),
                Job.objectCommunicator(), slot));
        return rest;
    }

}

package mpi;

import java.nio.ByteBuffer;
import org.rmi4mpi.bridge.Job;
import org.rmi4mpi.bridge.Mpi;
import org.rmi4mpi.bridge.NativeBuffer;
import org.rmi4mpi.bridge.RequestSlot;

/**
 * A communicator: an ordered group of ranks that exchange messages among themselves.
 *
 * <p>Every method takes a buffer as an array of a primitive type, the offset of the first element and
 * the number of elements, and throws an {@link MPIException} where an argument is wrong or MPI fails.
 * Source: mpiJava 1.2, after MPI 1.1, chapter 3.
 */
public class Comm {
    private final long handle;
    private int rank = -1;
    private int size;

    Comm(long handle) {
        this.handle = handle;
    }

    long handle() {
        return handle;
    }

    /** Number of ranks. */
    public int Size() {
        locate("Size");
        return size;
    }

    /** Rank of the caller, from 0. */
    public int Rank() {
        locate("Rank");
        return rank;
    }

    /** Checks that MPI is there, and asks it once for this process's place in the communicator. */
    final void locate(String call) {
        Check.running(call);
        if (rank < 0) {
            RequestSlot slot = RequestSlot.acquire();
            try {
                Check.code(call, Mpi.commSize(handle, slot));
                size = slot.value();
                Check.code(call, Mpi.commRank(handle, slot));
                rank = slot.value();
            } finally {
                slot.release();
            }
        }
    }

    /** Sends elements to a rank; returns when the buffer may be used again. Tag from 0. */
    public void Send(Object buf, int offset, int count, Datatype type, int dest, int tag) {
        send("Send", buf, offset, count, type, dest, tag).Wait();
    }

    /**
     * Receives a message of at most count elements. Source may be {@link MPI#ANY_SOURCE}, tag {@link
     * MPI#ANY_TAG}; the status tells which it was, and how long.
     */
    public Status Recv(Object buf, int offset, int count, Datatype type, int source, int tag) {
        return receive("Recv", buf, offset, count, type, source, tag).Wait();
    }

    /** Starts a send. The buffer must not be changed until the request is complete. */
    public Request Isend(Object buf, int offset, int count, Datatype type, int dest, int tag) {
        return send("Isend", buf, offset, count, type, dest, tag);
    }

    /** Starts a receive. The elements are in the buffer when the request is complete. */
    public Request Irecv(Object buf, int offset, int count, Datatype type, int source, int tag) {
        return receive("Irecv", buf, offset, count, type, source, tag);
    }

    /** Sends and receives at the same time; the two buffers must not overlap. */
    public Status Sendrecv(
            Object sendbuf, int sendoffset, int sendcount, Datatype sendtype, int dest, int sendtag,
            Object recvbuf, int recvoffset, int recvcount, Datatype recvtype, int source, int recvtag) {
        checkSend("Sendrecv", sendbuf, sendoffset, sendcount, sendtype, dest, sendtag);
        Request receive = receive("Sendrecv", recvbuf, recvoffset, recvcount, recvtype, source, recvtag);
        Request send = send("Sendrecv", sendbuf, sendoffset, sendcount, sendtype, dest, sendtag);
        return Request.Waitall(new Request[] {receive, send})[0];
    }

    /** Whether a message is there to be received: its status, or null. */
    public Status Iprobe(int source, int tag) {
        checkReceive("Iprobe", source, tag);
        RequestSlot slot = RequestSlot.acquire();
        try {
            return probe("Iprobe", source, tag, slot);
        } finally {
            slot.release();
        }
    }

    /** Returns the status of a message when there is one to be received. */
    public Status Probe(int source, int tag) {
        checkReceive("Probe", source, tag);
        RequestSlot slot = RequestSlot.acquire();
        try {
            Status[] found = new Status[1];
            Job.progress().await(() -> (found[0] = probe("Probe", source, tag, slot)) != null);
            return found[0];
        } finally {
            slot.release();
        }
    }

    /** Ends every rank of the job; the launcher exits with this code. */
    public void Abort(int errorcode) {
        Check.running("Abort");
        Job.abort(errorcode);
    }

    private Status probe(String call, int source, int tag, RequestSlot slot) {
        Check.code(call, Mpi.iprobe(source, tag, handle, slot));
        if (source == MPI.PROC_NULL) {
            return new Status(MPI.PROC_NULL, MPI.ANY_TAG, 0, false);
        }
        return slot.isDone() ? new Status(slot.source(), slot.tag(), slot.length(), false) : null;
    }

    private void checkSend(String call, Object buf, int offset, int count, Datatype type, int dest, int tag) {
        locate(call);
        Check.buffer(call, "buf", buf, offset, count, type);
        Check.peer(call, "dest", dest, size);
        Check.tag(call, tag);
    }

    private void checkReceive(String call, int source, int tag) {
        locate(call);
        Check.source(call, source, size);
        Check.receiveTag(call, tag);
    }

    private Request send(String call, Object buf, int offset, int count, Datatype type, int dest, int tag) {
        checkSend(call, buf, offset, count, type, dest, tag);
        NativeBuffer message = copyOf(buf, offset, count, type);
        Request request = new Request(call, null);
        RequestSlot slot = request.starting(message, null);
        return request.started(Mpi.isend(message.address(), count, type.handle(), dest, tag, handle, slot));
    }

    private Request receive(String call, Object buf, int offset, int count, Datatype type, int source, int tag) {
        checkReceive(call, source, tag);
        Check.buffer(call, "buf", buf, offset, count, type);
        NativeBuffer message = NativeBuffer.acquire((int) type.bytes(count));
        Element element = type.element();
        Request request = new Request(call, (from, bytes) -> {
            int arrived = (int) (bytes / element.size());
            element.read(from, buf, offset, arrived);
            return arrived;
        });
        if (source == MPI.PROC_NULL) {
            request.fromNobody();
        }
        RequestSlot slot = request.starting(null, message);
        return request.started(Mpi.irecv(message.address(), count, type.handle(), source, tag, handle, slot));
    }

    /** The elements in native memory. */
    static NativeBuffer copyOf(Object buf, int offset, int count, Datatype type) {
        NativeBuffer copy = NativeBuffer.acquire((int) type.bytes(count));
        type.element().write(buf, offset, count, copy.bytes());
        return copy;
    }

    /** How the result of a collective operation gets into the caller's array. */
    static Request.Arrival result(Object buf, int offset, int count, Datatype type) {
        return (ByteBuffer from, long bytes) -> {
            type.element().read(from, buf, offset, count);
            return count;
        };
    }
}

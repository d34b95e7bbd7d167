package mpi;

import org.rmi4mpi.bridge.Mpi;
import org.rmi4mpi.bridge.NativeBuffer;
import org.rmi4mpi.bridge.RequestSlot;

/**
 * A communicator within one group, with its collective operations: every rank of it must call them, in
 * the same order. Source: mpiJava 1.2, after MPI 1.1, chapter 4.
 */
public class Intracomm extends Comm {
    Intracomm(long handle) {
        super(handle);
    }

    /** Returns when every rank has called it. */
    public void Barrier() {
        locate("Barrier");
        Request request = new Request("Barrier", null);
        RequestSlot slot = request.starting(null, null);
        request.started(Mpi.ibarrier(handle(), slot)).Wait();
    }

    /** Copies the root's elements into the buffer of every rank. */
    public void Bcast(Object buf, int offset, int count, Datatype type, int root) {
        locate("Bcast");
        Check.buffer("Bcast", "buf", buf, offset, count, type);
        Check.root("Bcast", root, Size());
        NativeBuffer message = copyOf(buf, offset, count, type);
        boolean receives = Rank() != root;
        Request request = new Request("Bcast", receives ? result(buf, offset, count, type) : null);
        RequestSlot slot = request.starting(null, message);
        request.started(Mpi.ibcast(message.address(), count, type.handle(), root, handle(), slot)).Wait();
    }

    /** Combines the elements of all ranks, position by position, into the receive buffer of the root. */
    public void Reduce(
            Object sendbuf, int sendoffset, Object recvbuf, int recvoffset, int count, Datatype datatype, Op op, int root) {
        locate("Reduce");
        Check.buffer("Reduce", "sendbuf", sendbuf, sendoffset, count, datatype);
        Check.operation("Reduce", op, datatype);
        Check.root("Reduce", root, Size());
        boolean receives = Rank() == root;
        if (receives) {
            Check.buffer("Reduce", "recvbuf", recvbuf, recvoffset, count, datatype);
        }
        NativeBuffer send = copyOf(sendbuf, sendoffset, count, datatype);
        NativeBuffer receive = NativeBuffer.acquire((int) datatype.bytes(count));
        Request request = new Request("Reduce", receives ? result(recvbuf, recvoffset, count, datatype) : null);
        RequestSlot slot = request.starting(send, receive);
        request.started(Mpi.ireduce(send.address(), receive.address(), count, datatype.handle(), op.handle(), root,
                        handle(), slot))
                .Wait();
    }

    /** Combines the elements of all ranks, position by position, into the receive buffer of every rank. */
    public void Allreduce(
            Object sendbuf, int sendoffset, Object recvbuf, int recvoffset, int count, Datatype datatype, Op op) {
        locate("Allreduce");
        Check.buffer("Allreduce", "sendbuf", sendbuf, sendoffset, count, datatype);
        Check.buffer("Allreduce", "recvbuf", recvbuf, recvoffset, count, datatype);
        Check.operation("Allreduce", op, datatype);
        NativeBuffer send = copyOf(sendbuf, sendoffset, count, datatype);
        NativeBuffer receive = NativeBuffer.acquire((int) datatype.bytes(count));
        Request request = new Request("Allreduce", result(recvbuf, recvoffset, count, datatype));
        RequestSlot slot = request.starting(send, receive);
        request.started(Mpi.iallreduce(send.address(), receive.address(), count, datatype.handle(), op.handle(),
                        handle(), slot))
                .Wait();
    }
}

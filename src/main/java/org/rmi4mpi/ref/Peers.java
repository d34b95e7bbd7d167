package org.rmi4mpi.ref;

import java.rmi.ConnectException;
import java.rmi.RemoteException;
import java.util.List;
import org.rmi4mpi.dispatch.PendingCall;
import org.rmi4mpi.ref.stub.OutgoingCall;
import org.rmi4mpi.ref.stub.RemoteMethod;
import org.rmi4mpi.transport.Frame;

/** The ranks of other languages, whose numbers follow those of the ranks in Java. Thread-safe. */
public interface Peers {
    /** Their number. */
    int count();

    /** Begins a call of an object of such a rank. */
    OutgoingCall beginCall(RemoteReference target, RemoteMethod method) throws RemoteException;

    /** Runs a request that has come from such a rank, and answers it. Owns the frame. Throws nothing. */
    void serve(Frame request);

    /** The call of such a rank whose method this thread runs; null if it runs none. */
    CallInfo currentCall();

    /** The calls of such ranks for whose replies no thread waits. For a report. */
    default List<PendingCall> unattended() {
        return List.of();
    }

    /** A job without such ranks. */
    Peers NONE = new Peers() {
        @Override
        public int count() {
            return 0;
        }

        @Override
        public OutgoingCall beginCall(RemoteReference target, RemoteMethod method) throws RemoteException {
            throw new ConnectException("rank " + target.rank() + " is none of this job");
        }

        @Override
        public CallInfo currentCall() {
            return null;
        }

        @Override
        public void serve(Frame request) {
            request.release();
        }
    };
}

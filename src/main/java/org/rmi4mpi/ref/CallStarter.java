package org.rmi4mpi.ref;

import java.rmi.RemoteException;
import org.rmi4mpi.ref.stub.OutgoingCall;
import org.rmi4mpi.ref.stub.RemoteMethod;

/** Begins the calls of references: those of a rank, or those of a batch. */
interface CallStarter {
    OutgoingCall beginCall(RemoteReference target, RemoteMethod method) throws RemoteException;
}

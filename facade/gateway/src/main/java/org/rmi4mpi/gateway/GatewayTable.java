package org.rmi4mpi.gateway;

import java.rmi.Remote;
import java.rmi.RemoteException;

/** Knows the gateway of the job. Rank 0 has it. */
interface GatewayTable extends Remote {
    /**
     * A rank has opened a gateway.
     *
     * @return the rank that has one already; -1 if none has
     */
    int open(int rank, GatewayPoint gateway) throws RemoteException;

    void close(int rank) throws RemoteException;

    /** Null if no rank has one. */
    GatewayPoint find() throws RemoteException;
}

package org.rmi4mpi.tests.hostile;

import java.rmi.Remote;
import java.rmi.RemoteException;
import java.util.concurrent.CompletableFuture;

/** The object that attacks call. */
interface Target extends Remote {
    void ping() throws RemoteException;

    int add(int a, int b) throws RemoteException;

    Object echo(Object value) throws RemoteException;

    byte[] bytes(int length) throws RemoteException;

    int length(Object array) throws RemoteException;

    /** Calls back the calling rank, recursively to the given depth. */
    int callBack(int depth) throws RemoteException;

    void attackerDone() throws RemoteException;

    CompletableFuture<Integer> promise(int value) throws RemoteException;
}

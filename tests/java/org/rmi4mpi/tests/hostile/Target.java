package org.rmi4mpi.tests.hostile;

import java.rmi.Remote;
import java.rmi.RemoteException;
import java.util.concurrent.CompletableFuture;

/** What attacks call. */
interface Target extends Remote {
    void ping() throws RemoteException;

    int add(int a, int b) throws RemoteException;

    Object echo(Object value) throws RemoteException;

    byte[] bytes(int length) throws RemoteException;

    int length(Object array) throws RemoteException;

    /** Calls back the rank that has called, so many times in turn. */
    int callBack(int depth) throws RemoteException;

    void attackerDone() throws RemoteException;

    CompletableFuture<Integer> promise(int value) throws RemoteException;
}

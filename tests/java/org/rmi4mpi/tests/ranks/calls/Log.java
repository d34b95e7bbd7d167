package org.rmi4mpi.tests.ranks.calls;

import java.rmi.Remote;
import java.rmi.RemoteException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.rmi4mpi.rmi.Group;

/** An object that keeps a line for each call. */
interface Log extends Remote {
    void append(String line) throws RemoteException;

    void add(byte a, double b, long[] c, Object d) throws RemoteException;

    void fail(Exception with) throws RemoteException, Exception;

    void park() throws RemoteException;

    /** Takes a while. */
    void slowly(String line) throws RemoteException;

    void sum(long[] numbers, Object more) throws RemoteException;

    Object nothing() throws RemoteException;

    CompletableFuture<Void> nothingLater() throws RemoteException;

    List<String> lines() throws RemoteException;

    int number() throws RemoteException;

    CompletableFuture<Integer> later() throws RemoteException;

    int failUnless(int number) throws RemoteException;

    int meet(Group<Log> group, int times) throws RemoteException;

    Map<String, String> metadata() throws RemoteException;

    int caller() throws RemoteException;

    Map<String, String> forwarded(Log to) throws RemoteException;
}

package org.rmi4mpi.tests.ranks.calls;

import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;

import java.io.IOException;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Methods whose results come later, at once, or never. */
interface Later extends Remote {
    CompletableFuture<String> promise(String text) throws RemoteException;

    CompletionStage<Integer> stage(int number) throws RemoteException;

    CompletableFuture<String> none() throws RemoteException;

    CompletableFuture<String> failing(Throwable with) throws RemoteException;

    CompletableFuture<String> throwing() throws RemoteException, IOException;

    CompletableFuture<byte[]> echo(byte[] bytes) throws RemoteException;

    /** Completes the future that {@link #promise} has returned. */
    int keepPromises() throws RemoteException;

    int promises() throws RemoteException;

    int cancelled() throws RemoteException;

    int interrupted() throws RemoteException;

    int add(int a, int b) throws RemoteException;

    boolean not(boolean a) throws RemoteException;

    double half(double a) throws RemoteException;

    char next(char a) throws RemoteException;

    long[] twice(long[] numbers) throws RemoteException;

    void append(int number) throws RemoteException;

    List<Integer> appended() throws RemoteException;

    int undeclared() throws RemoteException;

    int error() throws RemoteException;

    Object unwritable() throws RemoteException;

    /** Returns when it is interrupted. */
    void park() throws RemoteException;

    /** Returns the number of threads in {@link #park}. */
    int parking() throws RemoteException;

    /** Computes without waiting until {@link #stopBusy}. */
    void busy() throws RemoteException;

    void stopBusy() throws RemoteException;

    /** Returns when this number of threads are in it. */
    void meet(int count) throws RemoteException;
}

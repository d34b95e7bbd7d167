package org.rmi4mpi.tests.faults;

import java.rmi.RemoteException;
import java.util.concurrent.CompletableFuture;

/** The object of each rank that {@link FaultyCalls} calls. */
interface FaultyTarget extends FaultyAnswer {
    void nothing() throws RemoteException;

    double sum(int a, long b, double c, boolean d) throws RemoteException;

    byte[] bytes(byte[] bytes) throws RemoteException;

    double[][] arrays(double[] one, double[] other) throws RemoteException;

    String text(String text) throws RemoteException;

    Object graph(Object graph) throws RemoteException;

    /** A one-way call. The numbers of one source arrive in order; a rank has many sources. */
    void note(int caller, long source, int number, byte[] ballast) throws RemoteException;

    /** Called in batches. */
    void tick(int a) throws RemoteException;

    void fail(String message) throws RemoteException;

    int pause(int a, int ms) throws RemoteException, InterruptedException;

    /** Completed by another thread. If a stride is given, that thread is at the end of its stack. */
    CompletableFuture<Integer> promise(int a, int stride) throws RemoteException;

    /** Calls back. */
    int ask(FaultyAnswer other, int a) throws RemoteException;

    /** Calls back where the stack ends; returns how often. */
    int askDeep(FaultyAnswer other, int stride) throws RemoteException;

    /** A new object, which answers with as much more. */
    FaultyAnswer make(int more) throws RemoteException;
}

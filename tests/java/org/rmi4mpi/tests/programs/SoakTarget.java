package org.rmi4mpi.tests.programs;

import java.rmi.RemoteException;

/** The remote interface that {@link Soak} calls. Each method that counts is told who calls. */
interface SoakTarget extends SoakAnswer {
    Object echo(int caller, Object value) throws RemoteException;

    /** Continues along the path from a position in it. Returns the number of ranks that it has passed. */
    int relay(int caller, int[] path, int place, byte[] ballast) throws RemoteException;

    void fail(int caller, String message) throws RemoteException;

    /** Waits for another object's answer while it holds its monitor. */
    int addWithin(int caller, SoakAnswer other, int a) throws RemoteException;

    /** Calls back. */
    int ask(int caller, SoakAnswer other, int a) throws RemoteException;

    void pause(int caller, int ms) throws RemoteException, InterruptedException;

    /** A one-way call. The numbers of one thread arrive in order. */
    void note(int caller, long thread, int number) throws RemoteException;

    /** Does not count. */
    long comeFrom(int caller) throws RemoteException;

    int outOfOrder() throws RemoteException;
}

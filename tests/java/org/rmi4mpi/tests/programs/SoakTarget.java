package org.rmi4mpi.tests.programs;

import java.rmi.RemoteException;

/** What {@link Soak} calls. Each method that counts is told who calls. */
interface SoakTarget extends SoakAnswer {
    Object echo(int caller, Object value) throws RemoteException;

    /** Goes on along the path from a place in it, and returns how many ranks it has passed. */
    int relay(int caller, int[] path, int place, byte[] ballast) throws RemoteException;

    void fail(int caller, String message) throws RemoteException;

    /** Waits for another's answer within its monitor. */
    int addWithin(int caller, SoakAnswer other, int a) throws RemoteException;

    /** Calls back. */
    int ask(int caller, SoakAnswer other, int a) throws RemoteException;

    void pause(int caller, int ms) throws RemoteException, InterruptedException;

    /** One-way; the numbers of one thread come in their order. */
    void note(int caller, long thread, int number) throws RemoteException;

    /** Does not count. */
    long comeFrom(int caller) throws RemoteException;

    int outOfOrder() throws RemoteException;
}

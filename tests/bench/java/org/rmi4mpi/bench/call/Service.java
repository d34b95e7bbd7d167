package org.rmi4mpi.bench.call;

import java.rmi.Remote;
import java.rmi.RemoteException;

/** The remote interface that is called, by both systems. */
public interface Service extends Remote {
    void ping() throws RemoteException;

    void ping(int a, int b) throws RemoteException;

    void ping(int a, int b, float c, float d) throws RemoteException;

    /** Returns its argument. */
    Object ping(Object object) throws RemoteException;

    /** Whom {@link #pingpong} calls. */
    void callBackTo(Service caller) throws RemoteException;

    /** Returns what the caller's own object returns, which is called in between. */
    Object pingpong(Object object) throws RemoteException;

    /** Is counted. */
    void count() throws RemoteException;

    long counted() throws RemoteException;
}

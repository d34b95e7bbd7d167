package org.rmi4mpi.bench.call;

import java.rmi.Remote;
import java.rmi.RemoteException;

/** The remote interface that is called, by all systems. */
public interface Service extends Remote {
    void ping() throws RemoteException;

    void ping(byte a) throws RemoteException;

    void ping(char a) throws RemoteException;

    void ping(int a) throws RemoteException;

    void ping(float a) throws RemoteException;

    void ping(double a) throws RemoteException;

    void ping(int a, int b) throws RemoteException;

    void ping(int a, int b, float c, float d) throws RemoteException;

    /** Returns its argument. */
    Object ping(Object object) throws RemoteException;

    void take(Object object) throws RemoteException;

    /** Tells which object {@link #pingpong} calls. */
    void callBackTo(Service caller) throws RemoteException;

    /** Returns what the caller's own object returns, which is called in between. */
    Object pingpong(Object object) throws RemoteException;

    /** Calls the caller's own object before it returns. */
    void pingpongTake(Object object) throws RemoteException;

    /** Returns when so many callers have called it. */
    void meet(int callers) throws RemoteException;

    /** Is counted. */
    void count() throws RemoteException;

    long counted() throws RemoteException;
}

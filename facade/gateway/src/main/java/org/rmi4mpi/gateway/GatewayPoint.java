package org.rmi4mpi.gateway;

import java.rmi.NotBoundException;
import java.rmi.Remote;
import java.rmi.RemoteException;

/** The gateway as other ranks call it. */
interface GatewayPoint extends Remote {
    void publish(String name, Remote object) throws RemoteException;

    void unpublish(String name) throws RemoteException, NotBoundException;

    /** Looks a name up in a registry outside. */
    Remote lookup(String host, int port, String name) throws RemoteException, NotBoundException;

    String[] list(String host, int port) throws RemoteException;
}

package org.rmi4mpi.tests.bundles.service;

import java.rmi.Remote;
import java.rmi.RemoteException;

/** The remote interface, in a bundle of its own. */
public interface Greeter extends Remote {
    Object greet(Object guest) throws RemoteException;
}

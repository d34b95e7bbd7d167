package org.rmi4mpi.tests.programs;

import java.rmi.Remote;
import java.rmi.RemoteException;

/** The object that methods of a {@link Soak} call in their turn. It does not count. */
interface SoakAnswer extends Remote {
    int answer(int a) throws RemoteException;
}

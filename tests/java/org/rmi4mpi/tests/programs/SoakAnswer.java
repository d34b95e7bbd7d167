package org.rmi4mpi.tests.programs;

import java.rmi.Remote;
import java.rmi.RemoteException;

/** What calls of a {@link Soak} call in their turn; does not count. */
interface SoakAnswer extends Remote {
    int answer(int a) throws RemoteException;
}

package org.rmi4mpi.tests.faults;

import java.rmi.Remote;
import java.rmi.RemoteException;

/** An object that is called back, or that lives as long as somebody has its stub. */
interface FaultyAnswer extends Remote {
    int answer(int a) throws RemoteException;
}

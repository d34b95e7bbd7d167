package @PACKAGE@;

import java.rmi.RemoteException;
import mpi.MPI;
import org.rmi4mpi.rmi.UnicastRemoteObject;

/** The object at each rank. */
public class RankGreeter extends UnicastRemoteObject implements Greeter {
    public RankGreeter() throws RemoteException {}

    @Override
    public String greet(String guest) {
        return "Hello " + guest + ", this is rank " + MPI.COMM_WORLD.Rank();
    }
}

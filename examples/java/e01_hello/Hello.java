package e01_hello;

import java.rmi.Remote;
import java.rmi.RemoteException;
import mpi.MPI;
import org.rmi4mpi.rmi.Naming;
import org.rmi4mpi.rmi.UnicastRemoteObject;

/** Each rank greets the next one: remote objects on MPI ranks. */
public class Hello {
    public interface Greeter extends Remote {
        String greet(String guest) throws RemoteException;
    }

    static class RankGreeter extends UnicastRemoteObject implements Greeter {
        private final int rank = MPI.COMM_WORLD.Rank();

        RankGreeter() throws RemoteException {}

        @Override
        public String greet(String guest) {
            return "Hello " + guest + ", this is rank " + rank;
        }
    }

    public static void main(String[] args) throws Exception {
        MPI.Init(args);
        int rank = MPI.COMM_WORLD.Rank();
        int next = (rank + 1) % MPI.COMM_WORLD.Size();
        Naming.rebind("//rank" + rank + "/greeter", new RankGreeter());
        MPI.COMM_WORLD.Barrier();
        Greeter greeter = (Greeter) Naming.lookup("//rank" + next + "/greeter");
        System.out.println(greeter.greet("rank " + rank));
        MPI.Finalize();
    }
}

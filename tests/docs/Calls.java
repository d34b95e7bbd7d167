import java.rmi.Remote;
import java.rmi.RemoteException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import mpi.MPI;
import org.rmi4mpi.rmi.Batch;
import org.rmi4mpi.rmi.Calls;
import org.rmi4mpi.rmi.Group;
import org.rmi4mpi.rmi.GroupException;
import org.rmi4mpi.rmi.Naming;
import org.rmi4mpi.rmi.Ranks;
import org.rmi4mpi.rmi.UnicastRemoteObject;

/** A program of remote objects, of which a document shows some lines. */
class CallsHarness {
    interface Greeter extends Remote {
        String greet(String guest) throws RemoteException;
    }

    interface Part extends Remote {
        double sum() throws RemoteException;

        void append(String line) throws RemoteException;
    }

    static class RankGreeter extends UnicastRemoteObject implements Greeter {
        RankGreeter() throws RemoteException {}

        @Override
        public String greet(String guest) {
            return "Hello " + guest;
        }
    }

    static void shown(String[] args, int rank, int next, int size, Part part, List<Part> parts) throws Exception {
        // fragment
    }
}

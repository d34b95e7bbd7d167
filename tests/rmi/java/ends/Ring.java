package ends;

import java.rmi.RemoteException;
import java.rmi.registry.LocateRegistry;
import java.rmi.registry.Registry;

/** Nodes of a ring, each with a thread that calls the next one until the job ends. */
public class Ring {
    private static final int PORT = 2020;

    public static void main(String[] args) throws Exception {
        int rank = Integer.getInteger("rmi4mpi.rank");
        int size = Integer.getInteger("rmi4mpi.size");
        Registry registry = LocateRegistry.getRegistry("rank0", PORT);
        if (rank == 0) {
            LocateRegistry.createRegistry(PORT);
        }
        if (rank < size - 1) {
            registry.rebind("node " + rank, new Server());
            Service next = (Service) registry.lookup("node " + (rank + 1) % (size - 1));
            new Thread(() -> stabilize(next)).start();
        } else {
            for (int node = 0; node < size - 1; node++) {
                ((Service) registry.lookup("node " + node)).ping("");
            }
            System.out.println("the ring is complete");
        }
    }

    private static void stabilize(Service next) {
        try {
            while (true) {
                next.ping("");
            }
        } catch (RemoteException e) {
            // the job ends
        }
    }
}

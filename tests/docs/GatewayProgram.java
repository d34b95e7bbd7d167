import java.rmi.Remote;
import java.rmi.RemoteException;
import org.rmi4mpi.gateway.Gateway;
import org.rmi4mpi.gateway.GatewaySettings;

/** A program with a gateway, of which a document shows some lines. */
class GatewayProgramHarness {
    interface Solver extends Remote {
        void run() throws RemoteException;
    }

    static void shown(Solver solver) throws Exception {
        // fragment
    }
}

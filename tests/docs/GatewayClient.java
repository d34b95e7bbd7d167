import java.rmi.Remote;
import java.rmi.RemoteException;
import java.rmi.registry.LocateRegistry;
import java.rmi.registry.Registry;

/** A program outside of a job, of which a document shows some lines. */
class GatewayClientHarness {
    interface Solver extends Remote {
        void setOmega(double omega) throws RemoteException;
    }

    static void shown(String password) throws Exception {
        // fragment
    }
}

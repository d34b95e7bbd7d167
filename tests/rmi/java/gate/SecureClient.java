package gate;

import java.rmi.AccessException;
import java.rmi.NotBoundException;
import java.rmi.RemoteException;
import java.rmi.registry.LocateRegistry;
import java.rmi.registry.Registry;
import java.util.Arrays;
import javax.rmi.ssl.SslRMIClientSocketFactory;

/** Calls the solver after a login, by TLS. */
public class SecureClient {
    public static void main(String[] arguments) throws Exception {
        int port = Integer.parseInt(arguments[0]);
        boolean isSecure = arguments[1].equals("tls");
        Registry registry = isSecure ? LocateRegistry.getRegistry("localhost", port, new SslRMIClientSocketFactory())
                : LocateRegistry.getRegistry("localhost", port);
        System.out.println("names " + Arrays.toString(registry.list()));
        try {
            registry.lookup("solver");
            throw new IllegalStateException("no login was needed");
        } catch (NotBoundException e) {
            System.out.println("as expected: " + e.getMessage());
        }
        Registry login = (Registry) registry.lookup("login");
        try {
            login.lookup("alice:guess");
            throw new IllegalStateException("a guess was let in");
        } catch (RemoteException e) {
            System.out.println("as expected: " + e.getCause().getMessage());
        }
        Registry names = (Registry) login.lookup("alice:" + arguments[2]);
        System.out.println("alice sees " + Arrays.toString(names.list()));
        Solver solver = (Solver) names.lookup("solver");
        System.out.println(solver.greet("alice"));
        try {
            solver.part();
            throw new IllegalStateException("no rule was asked");
        } catch (RemoteException e) {
            if (!(e.getCause() instanceof AccessException)) {
                throw e;
            }
            System.out.println("as expected: " + e.getCause().getMessage());
        }
        try {
            login.lookup("bobs-token");
            throw new IllegalStateException("a secret without its user was let in");
        } catch (RemoteException e) {
            System.out.println("as expected: " + e.getCause().getMessage());
        }
        Solver ofBob = (Solver) ((Registry) login.lookup("bob:bobs-token")).lookup("solver");
        Part part = ofBob.part(); // on the connection on which alice has called
        System.out.println("bob calls the part of rank " + part.rank());
        ofBob.stop();
        System.out.println("the client has ended");
        System.exit(0);
    }
}

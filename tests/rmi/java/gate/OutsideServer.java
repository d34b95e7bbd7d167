package gate;

import java.rmi.registry.LocateRegistry;
import java.rmi.registry.Registry;
import java.rmi.server.UnicastRemoteObject;

/** A server outside of the job, of the JDK alone. */
public class OutsideServer implements Listener {
    private static OutsideServer kept;
    private static Registry registry;

    /** @param arguments port */
    public static void main(String[] arguments) throws Exception {
        kept = new OutsideServer();
        registry = LocateRegistry.createRegistry(Integer.parseInt(arguments[0]));
        registry.rebind("listener", UnicastRemoteObject.exportObject(kept, 0));
        System.out.println("the server listens");
        Thread.sleep(Long.MAX_VALUE);
    }

    @Override
    public String told(String text) {
        return "JDK " + Runtime.version().feature() + " was told " + text;
    }

    @Override
    public int rankOf(Part part) throws java.rmi.RemoteException {
        return part.rank();
    }
}

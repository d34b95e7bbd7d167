package names;

import java.rmi.NotBoundException;
import java.rmi.RemoteException;
import java.rmi.registry.LocateRegistry;
import java.rmi.registry.Registry;

/** Creates a registry where none answers, as many programs do, and finds what it has bound there. */
public class Creators {
    /** @param args a way to ask, a port, and how far the ports of two ranks are apart */
    public static void main(String[] args) throws Exception {
        int rank = Integer.getInteger("rmi4mpi.rank");
        int port = Integer.parseInt(args[1]) + rank * Integer.parseInt(args[2]);
        String name = "object of " + rank;
        Names.BellObject object = new Names.BellObject();
        Registry registry = LocateRegistry.getRegistry(port);
        boolean created = false;
        try {
            switch (args[0]) {
                case "list" -> registry.list();
                case "bind" -> registry.bind(name, object);
                case "rebind" -> registry.rebind(name, object);
                case "unbind" -> registry.unbind(name);
                default -> throw new IllegalArgumentException(args[0]);
            }
        } catch (NotBoundException e) {
            // another rank has created it
        } catch (RemoteException e) {
            registry = LocateRegistry.createRegistry(port);
            created = true;
        }
        registry.rebind(name, object);
        ((Bell) LocateRegistry.getRegistry(port).lookup(name)).ring();
        System.out.println((created ? "created" : "used") + " by rank " + rank);
        registry.unbind(name);
    }
}

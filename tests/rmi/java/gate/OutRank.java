package gate;

import java.rmi.Naming;
import java.rmi.RemoteException;
import java.rmi.registry.LocateRegistry;
import java.util.Arrays;

/** A rank of a program of the JDK's RMI, whose server is outside. */
public class OutRank {
    /** @param arguments host and port of the registry outside */
    public static void main(String[] arguments) throws Exception {
        String place = arguments[0] + ":" + arguments[1];
        try {
            Listener listener = (Listener) Naming.lookup("//" + place + "/listener");
            PartObject part = new PartObject();
            System.out.println(listener.told("it by rank " + part.rank()));
            System.out.println("it calls back rank " + listener.rankOf(part));
            System.out.println("it has the names " + Arrays.toString(
                    LocateRegistry.getRegistry(arguments[0], Integer.parseInt(arguments[1])).list()));
        } catch (RemoteException e) {
            System.out.println("as without the option: " + e);
        }
    }
}

package org.rmi4mpi.shell;

import java.net.MalformedURLException;
import java.rmi.NotBoundException;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.rmi4mpi.rmi.Naming;

/** The names that the ranks have bound, for lines of the shell, which import these methods. */
public final class JobNames {
    private static final String REGISTRY = "//rank0/";

    private JobNames() {}

    /** Prints each name of the job's registry, with the remote interfaces of its object. */
    public static void list() throws RemoteException, MalformedURLException {
        String[] urls = Naming.list(REGISTRY);
        Arrays.sort(urls);
        for (String url : urls) {
            String name = url.substring(url.indexOf('/', 2) + 1);
            System.out.println(name + "  " + describe(name));
        }
        if (urls.length == 0) {
            System.out.println("no rank has bound a name yet");
        }
    }

    /** The stub of a name of the job's registry. Its type is the one that the line expects. */
    @SuppressWarnings("unchecked") // the line's own cast, in the form of a declaration
    public static <T extends Remote> T lookup(String name)
            throws RemoteException, NotBoundException, MalformedURLException {
        return (T) Naming.lookup(REGISTRY + name);
    }

    private static String describe(String name) throws MalformedURLException {
        try {
            List<String> interfaces = new ArrayList<>();
            for (Class<?> type : Naming.lookup(REGISTRY + name).getClass().getInterfaces()) {
                if (Remote.class.isAssignableFrom(type) && type != Remote.class) {
                    interfaces.add(type.getCanonicalName());
                }
            }
            return String.join(", ", interfaces);
        } catch (NotBoundException e) {
            return "(no longer bound)";
        } catch (RemoteException e) {
            return "(" + e.getMessage() + ")"; // its interfaces may be nowhere on the class path of this rank
        }
    }
}

package org.rmi4mpi.rmi;

import java.rmi.RemoteException;
import java.rmi.UnknownHostException;
import java.rmi.registry.Registry;
import java.rmi.server.RMIClientSocketFactory;
import java.rmi.server.RMIServerSocketFactory;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.rmi4mpi.ref.ReferenceLayer;

/**
 * Finds the registry. A job has one: what one rank binds every rank finds. The host {@code rankN} means rank
 * N: under it are the names that rank N has bound, and those bound in its name ({@code //rank2/name}); any
 * other host means the job. Ports and socket factories mean nothing. Stands in for
 * {@link java.rmi.registry.LocateRegistry}.
 */
public final class LocateRegistry {
    private static final Pattern RANK = Pattern.compile("rank(\\d{1,9})", Pattern.CASE_INSENSITIVE);

    private LocateRegistry() {}

    /** The registry of the job. */
    public static Registry getRegistry() throws RemoteException {
        return new RegistryView(JobRegistry.JOB);
    }

    /** The registry of the job. */
    public static Registry getRegistry(int port) throws RemoteException {
        return getRegistry();
    }

    /**
     * The registry of a rank, for the host {@code rankN}; of the job, for any other and for null.
     *
     * @throws UnknownHostException where the job has no such rank
     */
    public static Registry getRegistry(String host) throws RemoteException {
        Matcher matcher = RANK.matcher(host == null ? "" : host);
        if (!matcher.matches()) {
            return getRegistry();
        }
        int rank = Integer.parseInt(matcher.group(1));
        int size = ReferenceLayer.current().size();
        if (rank >= size) {
            throw new UnknownHostException(
                    host + ": rank " + rank + " >= size " + size + " of the job: name one from rank0 to rank"
                    + (size - 1));
        }
        return new RegistryView(rank);
    }

    /** As {@link #getRegistry(String)}. */
    public static Registry getRegistry(String host, int port) throws RemoteException {
        return getRegistry(host);
    }

    /** As {@link #getRegistry(String)}. */
    public static Registry getRegistry(String host, int port, RMIClientSocketFactory csf) throws RemoteException {
        return getRegistry(host);
    }

    /** The registry of the job, which is there already. */
    public static Registry createRegistry(int port) throws RemoteException {
        return getRegistry();
    }

    /** The registry of the job, which is there already. */
    public static Registry createRegistry(int port, RMIClientSocketFactory csf, RMIServerSocketFactory ssf)
            throws RemoteException {
        return getRegistry();
    }
}

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
 * Finds registries. Stands in for {@link java.rmi.registry.LocateRegistry}. Socket factories mean nothing.
 *
 * <p>A program that calls MPI.Init has one registry, the job's: what one rank binds every rank finds. The host {@code
 * rankN} means rank N: under it are the names that rank N has bound, and those bound in its name ({@code //rank2/name});
 * any other host means the job. Ports mean nothing.
 *
 * <p>A program of {@code rmi4mpirun --rmi} has those that its ranks create, by host and port, as in the JDK. The host
 * {@code rankN} is that of rank N. On a host where none was created on port 1099, the job's registry is there.
 */
public final class LocateRegistry {
    private static final Pattern RANK = Pattern.compile("rank(\\d{1,9})", Pattern.CASE_INSENSITIVE);

    private LocateRegistry() {}

    /** That of this host, on port 1099. */
    public static Registry getRegistry() throws RemoteException {
        return getRegistry(null, Registry.REGISTRY_PORT);
    }

    /** That of this host. */
    public static Registry getRegistry(int port) throws RemoteException {
        return getRegistry(null, port);
    }

    /** As {@link #getRegistry(String, int)}, on port 1099. */
    public static Registry getRegistry(String host) throws RemoteException {
        return getRegistry(host, Registry.REGISTRY_PORT);
    }

    /**
     * The registry of a host and port; with {@code --rmi} it need not be there yet.
     *
     * @param host null for this host
     * @param port 1099 if it is not positive
     * @throws UnknownHostException where the job has no such rank; without {@code --rmi}
     */
    public static Registry getRegistry(String host, int port) throws RemoteException {
        Program program = Program.current();
        if (program == null) {
            return jobRegistry(host);
        }
        boolean own = host == null || host.isEmpty() || host.equalsIgnoreCase("localhost");
        return new HostRegistry(own ? program.ownHost() : host, port > 0 ? port : Registry.REGISTRY_PORT);
    }

    private static Registry jobRegistry(String host) throws RemoteException {
        Matcher matcher = RANK.matcher(host == null ? "" : host);
        if (!matcher.matches()) {
            return new RegistryView(JobRegistry.JOB);
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

    /** As {@link #getRegistry(String, int)}. */
    public static Registry getRegistry(String host, int port, RMIClientSocketFactory csf) throws RemoteException {
        return getRegistry(host, port);
    }

    /**
     * With {@code --rmi} a registry of this rank's own; otherwise that of the job, which is there already.
     *
     * @throws java.rmi.server.ExportException where a rank of this host has one on this port
     */
    public static Registry createRegistry(int port) throws RemoteException {
        Program program = Program.current();
        return program == null ? new RegistryView(JobRegistry.JOB) : program.create(port);
    }

    /** As {@link #createRegistry(int)}. */
    public static Registry createRegistry(int port, RMIClientSocketFactory csf, RMIServerSocketFactory ssf)
            throws RemoteException {
        return createRegistry(port);
    }
}

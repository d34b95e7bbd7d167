package org.rmi4mpi.rmi;

import java.rmi.RemoteException;
import java.rmi.UnknownHostException;
import java.rmi.registry.Registry;
import java.rmi.server.RMIClientSocketFactory;
import java.rmi.server.RMIServerSocketFactory;
import java.util.regex.Matcher;
import org.rmi4mpi.launch.RankJob;

/**
 * Finds registries. Stands in for {@link java.rmi.registry.LocateRegistry}. Socket factories are ignored.
 *
 * <p>A program that calls MPI.Init has one registry, the registry of the job: every rank finds the names that any rank
 * binds. The host {@code rankN} means rank N. It has the names that rank N has bound, and the names that other ranks
 * have bound under it ({@code //rank2/name}). Any other host means the whole job. Ports are ignored.
 *
 * <p>A program of {@code rmi4mpirun --rmi} has the registries that its ranks create, by host and port, as in the JDK.
 * The host {@code rankN} is the host of rank N. If no registry was created on port 1099 of a host, the job's registry
 * is found there.
 */
public final class LocateRegistry {
    private LocateRegistry() {}

    /** The registry of this host, on port 1099. */
    public static Registry getRegistry() throws RemoteException {
        return getRegistry(null, Registry.REGISTRY_PORT);
    }

    /** The registry of this host. */
    public static Registry getRegistry(int port) throws RemoteException {
        return getRegistry(null, port);
    }

    /** Like {@link #getRegistry(String, int)}, on port 1099. */
    public static Registry getRegistry(String host) throws RemoteException {
        return getRegistry(host, Registry.REGISTRY_PORT);
    }

    /**
     * The registry of a host and port; with {@code --rmi} it need not exist yet.
     *
     * @param host null for this host
     * @param port 0 or less for 1099
     * @throws UnknownHostException without {@code --rmi}, if the job has no such rank
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
        Matcher matcher = Program.HOST_OF_RANK.matcher(host == null ? "" : host);
        if (!matcher.matches()) {
            return new RegistryView(JobRegistry.JOB);
        }
        int rank = Integer.parseInt(matcher.group(1));
        int size = JobRegistryService.layer().members();
        if (rank >= size) {
            throw new UnknownHostException(
                    host + ": rank " + rank + " >= size " + size + " of the job: name one from rank0 to rank"
                            + (size - 1) + RankJob.ranksApart());
        }
        return new RegistryView(rank);
    }

    /** Like {@link #getRegistry(String, int)}. */
    public static Registry getRegistry(String host, int port, RMIClientSocketFactory csf) throws RemoteException {
        return getRegistry(host, port);
    }

    /**
     * With {@code --rmi}, creates a registry of this rank. Otherwise returns the registry of the job, which exists
     * already.
     *
     * @throws java.rmi.server.ExportException if a rank of this host has a registry on this port
     */
    public static Registry createRegistry(int port) throws RemoteException {
        Program program = Program.current();
        return program == null ? new RegistryView(JobRegistry.JOB) : program.create(port);
    }

    /** Like {@link #createRegistry(int)}. */
    public static Registry createRegistry(int port, RMIClientSocketFactory csf, RMIServerSocketFactory ssf)
            throws RemoteException {
        return createRegistry(port);
    }
}

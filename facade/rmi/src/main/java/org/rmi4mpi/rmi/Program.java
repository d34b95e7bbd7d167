package org.rmi4mpi.rmi;

import java.net.BindException;
import java.net.InetAddress;
import java.rmi.AlreadyBoundException;
import java.rmi.ConnectException;
import java.rmi.NotBoundException;
import java.rmi.RemoteException;
import java.rmi.UnknownHostException;
import java.rmi.registry.Registry;
import java.rmi.server.ExportException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.rmi4mpi.launch.Options;
import org.rmi4mpi.launch.ProgramListener;
import org.rmi4mpi.launch.RankPlace;
import org.rmi4mpi.ref.ReferenceLayer;
import org.rmi4mpi.ref.Stubs;

/**
 * The --rmi program of this rank, and its view of the JDK's registries: each registry that a rank has created, by host
 * and port. Immutable after its begin, except for its registries.
 *
 * @hidden internal
 */
public final class Program implements ProgramListener {
    private static final long LONGEST_LOOK_NS = TimeUnit.SECONDS.toNanos(2);
    /** A host name that means a rank. */
    static final Pattern HOST_OF_RANK = Pattern.compile("rank(\\d{1,9})", Pattern.CASE_INSENSITIVE);
    private static final int LARGEST_PORT = 65535;

    private static volatile Program current;

    /** The registries of this rank, while they are exported. */
    private final Set<CreatedRegistry> registries = ConcurrentHashMap.newKeySet();
    private ReferenceLayer layer;
    private int rank;
    private ProgramThreads threads;
    private List<RankPlace> ranks;
    private long startEndNs;

    /**
     * The meaning of a host name: a rank if it is rankN, otherwise {@link Directory#NOBODY}; and MPI's name of the
     * host.
     */
    private record Target(int rank, String host) {}

    /** Null if the job was not started by --rmi. */
    static Program current() {
        return current;
    }

    @Override
    public void begin(List<RankPlace> ranks, long startPatienceNs) {
        this.ranks = ranks;
        layer = ReferenceLayer.current();
        layer.useResponseTimeout();
        rank = layer.rank();
        threads = new ProgramThreads(layer, Thread.currentThread());
        exportActivity();
        startEndNs = System.nanoTime() + startPatienceNs;
        current = this;
        createGiven();
        reportBegin();
    }

    /** Runs the calls of each client thread on one thread of this rank from now on, unless an option turns that off. */
    void bindCallers() {
        if (Options.BIND.value() > 0) {
            layer.bindCallers();
        }
    }

    private void reportBegin() {
        try {
            JobRegistryService.directory().begun(rank);
        } catch (RemoteException e) {
            System.err.println("rmi4mpi: rank " + rank + " could not report its begin: " + e);
        }
    }

    /** Creates the registry that the command line asks for, unless another rank of this host has done so. */
    private void createGiven() {
        int port = Options.REGISTRY.value();
        if (port == 0) {
            return;
        }
        if (port > LARGEST_PORT) {
            throw new IllegalArgumentException(Options.REGISTRY.flag() + "=" + port + ": expected a port from 1 to "
                    + LARGEST_PORT);
        }
        try {
            create(port);
        } catch (ExportException e) {
            // All ranks of a program have this option, and a host has one registry on each port.
        } catch (RemoteException e) {
            throw new IllegalStateException("a registry on port " + port + " could not be created", e);
        }
    }

    private void exportActivity() {
        try {
            layer.export(JobRegistryService.ACTIVITY_ID, threads);
        } catch (ExportException e) {
            throw new AssertionError("a program begins once", e);
        }
    }

    @Override
    public void end() {
        try {
            JobRegistryService.directory().ended(rank);
        } catch (RemoteException e) {
            System.err.println("rmi4mpi: rank " + rank + " could not report its end: " + e);
        }
    }

    @Override
    public boolean othersEnded() {
        try {
            Set<Integer> ended = JobRegistryService.directory().ended();
            int[] clients = IntStream.range(0, ranks.size())
                    .filter(other -> other != rank && !ranks.get(other).serves())
                    .toArray();
            return clients.length > 0 && Arrays.stream(clients).allMatch(ended::contains);
        } catch (RemoteException e) {
            return false; // the job is ending
        }
    }

    @Override
    public boolean hasExports() {
        return layer.exported() > registries.size();
    }

    int rank() {
        return rank;
    }

    ProgramThreads threads() {
        return threads;
    }

    /** Whether the current thread is main, and the programs of all other ranks have ended. */
    boolean isLast() throws RemoteException {
        if (!threads.isMain()) {
            return false;
        }
        Set<Integer> ended = JobRegistryService.directory().ended();
        return IntStream.range(0, ranks.size()).allMatch(other -> other == rank || ended.contains(other));
    }

    /**
     * The states of all ranks that could bring a missing name.
     *
     * @return null if one of them is active, or if another waiting thread has to give up first
     */
    List<RankActivity.Rest> rests() throws RemoteException {
        Set<Integer> ended = JobRegistryService.directory().ended();
        List<RankActivity.Rest> rests = new ArrayList<>();
        for (int other = 0; other < ranks.size(); other++) {
            RankActivity.Rest rest = ended.contains(other) ? RankActivity.Rest.ENDED
                    : other == rank ? threads.rest() : rest(other);
            if (rest == null || rest.awaits() && (other < rank || other == rank && !threads.isFirst())) {
                return null;
            }
            rests.add(rest);
        }
        return rests;
    }

    private static RankActivity.Rest rest(int other) {
        try {
            return Stubs.within(JobRegistryService.activity(other), LONGEST_LOOK_NS).rest();
        } catch (RemoteException e) {
            return null; // that rank has not begun yet, or is delayed
        }
    }

    String described(List<RankActivity.Rest> rests) {
        return IntStream.range(0, rests.size())
                .filter(other -> other != rank)
                .mapToObj(other -> "rank " + other + " " + rests.get(other).words())
                .collect(Collectors.joining(", "));
    }

    /** When this rank stops waiting for missing names, by {@link System#nanoTime}. */
    long startEndNs() {
        return startEndNs;
    }

    String ownHost() {
        return ranks.get(rank).host();
    }

    /** Finds the registry of a host and port; null if there is none yet. */
    KnownRegistry find(String host, int port) throws RemoteException {
        Target target = target(host);
        return target == null ? OutsideRegistry.at(host, port)
                : JobRegistryService.directory().find(target.rank(), target.host(), port);
    }

    /** See {@link Directory#isExpected}. */
    boolean expects(String host, int port) throws RemoteException {
        Target target = target(host);
        return target != null && JobRegistryService.directory().isExpected(rank, target.host(), port);
    }

    /** Returns null for a host outside of the job, where the job may look names up. */
    private Target target(String host) throws RemoteException {
        Matcher matcher = HOST_OF_RANK.matcher(host);
        if (matcher.matches()) {
            int of = Integer.parseInt(matcher.group(1));
            if (of >= ranks.size()) {
                throw new UnknownHostException("Unknown host: " + host + ": rank " + of + " >= size " + ranks.size()
                        + " of the job");
            }
            return new Target(of, ranks.get(of).host());
        }
        if (host.isEmpty() || host.equalsIgnoreCase("localhost")) {
            return new Target(Directory.NOBODY, ownHost());
        }
        for (RankPlace place : ranks) {
            if (place.names().stream().anyMatch(host::equalsIgnoreCase)) {
                return new Target(Directory.NOBODY, place.host());
            }
        }
        String resolved = resolved(host);
        return resolved == null ? null : new Target(Directory.NOBODY, resolved);
    }

    private String resolved(String host) throws RemoteException {
        try {
            for (InetAddress address : InetAddress.getAllByName(host)) {
                if (address.isLoopbackAddress()) {
                    return ownHost();
                }
                for (RankPlace place : ranks) {
                    if (place.names().contains(address.getHostAddress().replaceFirst("%.*", ""))) {
                        return place.host();
                    }
                }
            }
        } catch (java.net.UnknownHostException e) {
            throw new UnknownHostException("Unknown host: " + host, e);
        }
        if (OutsideRegistry.at(host, 0) != null) {
            return null;
        }
        throw new ConnectException("Connection refused to host: " + host, new java.net.ConnectException(
                "no rank of the job runs there; the ranks run on "
                        + ranks.stream().map(RankPlace::host).distinct().toList()
                        + "; to call objects outside of the job, start it by rmi4mpirun "
                        + Options.GATEWAY_OUT.flag()));
    }

    /** Creates a registry of this rank. As in the JDK, a host has one on each port. */
    Registry create(int port) throws RemoteException {
        if (port < 0 || port > LARGEST_PORT) {
            throw new IllegalArgumentException("Port value out of range: " + port);
        }
        CreatedRegistry registry = new CreatedRegistry(port);
        Registry stub = (Registry) Exports.export(registry, RegistryFilter.OF_PROCESS);
        int holder = port == 0 ? Directory.NOBODY
                : JobRegistryService.directory().add(rank, ownHost(), port, stub);
        if (holder != Directory.NOBODY) {
            Exports.unexport(registry, true);
            throw new ExportException("Port already in use: " + port, new BindException(
                    "rank " + holder + " of this host has a registry there"));
        }
        registries.add(registry);
        if (port == Registry.REGISTRY_PORT) {
            adopt(registry);
        }
        return registry;
    }

    /** Copies the names that other ranks have bound in the job's registry before this one existed. */
    private static void adopt(CreatedRegistry registry) throws RemoteException {
        RegistryView jobs = new RegistryView(JobRegistry.JOB);
        for (String name : jobs.list()) {
            try {
                registry.bind(name, jobs.lookup(name));
            } catch (NotBoundException | AlreadyBoundException e) {
                // the binding has changed since, and the new one stays
            }
        }
    }

    /** A registry of this rank is no longer exported. */
    void removed(CreatedRegistry registry) {
        registries.remove(registry);
        try {
            JobRegistryService.directory().remove(rank, ownHost(), registry.port());
        } catch (RemoteException e) {
            System.err.println("rmi4mpi: a registry of rank " + rank + " could not be taken from the directory: " + e);
        }
    }
}

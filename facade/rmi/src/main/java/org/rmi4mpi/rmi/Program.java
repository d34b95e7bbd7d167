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
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.rmi4mpi.launch.ProgramListener;
import org.rmi4mpi.launch.RankPlace;
import org.rmi4mpi.ref.ReferenceLayer;

/**
 * The program of {@code --rmi} that this rank runs, and what of the JDK's registries it finds: each that a rank has
 * created, by host and port. Immutable once it has begun, but for its registries.
 */
public final class Program implements ProgramListener {
    private static final Pattern RANK = Pattern.compile("rank(\\d{1,9})", Pattern.CASE_INSENSITIVE);
    private static final Duration LONGEST_LOOK = Duration.ofSeconds(2);
    private static final int LARGEST_PORT = 65535;

    private static volatile Program current;

    /** Those of this rank, for as long as they are exported. */
    private final Set<CreatedRegistry> registries = ConcurrentHashMap.newKeySet();
    private ReferenceLayer layer;
    private int rank;
    private ProgramThreads threads;
    private List<RankPlace> ranks;
    private long startEndNs;

    /** Where a host name leads: a rank where it is rankN, or {@link Directory#NOBODY}; and the host as MPI names it. */
    private record Target(int rank, String host) {}

    /** Null where the job was not started by --rmi. */
    static Program current() {
        return current;
    }

    @Override
    public void begins(List<RankPlace> ranks, long startPatienceNs) {
        ProgramCalls.initialise();
        this.ranks = ranks;
        layer = ReferenceLayer.current();
        rank = layer.rank();
        threads = new ProgramThreads(layer, Thread.currentThread());
        exportActivity();
        startEndNs = System.nanoTime() + startPatienceNs;
        current = this;
    }

    private void exportActivity() {
        try {
            layer.export(JobRegistryService.ACTIVITY_ID, threads);
        } catch (ExportException e) {
            throw new AssertionError("a program begins once", e);
        }
    }

    @Override
    public void ends() {
        try {
            JobRegistryService.directory().ended(rank);
        } catch (RemoteException e) {
            System.err.println("rmi4mpi: rank " + rank + " could not tell that it has ended: " + e);
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
        } catch (RemoteException | IllegalStateException e) {
            return false; // the job ends meanwhile
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

    /** Whether this is main, and the programs of all other ranks have ended. */
    boolean isLast() throws RemoteException {
        if (!threads.isMain()) {
            return false;
        }
        Set<Integer> ended = JobRegistryService.directory().ended();
        return IntStream.range(0, ranks.size()).allMatch(other -> other == rank || ended.contains(other));
    }

    /**
     * What the ranks do that could bring something.
     *
     * @return null where one of them is at work, or where another thread that waits, too, is the first to give up
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
            return Calls.withTimeout(JobRegistryService.activity(other), LONGEST_LOOK).rest();
        } catch (RemoteException e) {
            return null; // it has not begun yet, or is held up
        }
    }

    String described(List<RankActivity.Rest> rests) {
        return IntStream.range(0, rests.size())
                .filter(other -> other != rank)
                .mapToObj(other -> "rank " + other + " " + rests.get(other).words())
                .collect(Collectors.joining(", "));
    }

    /** When this rank stops waiting for what is missing; {@link System#nanoTime}. */
    long startEndNs() {
        return startEndNs;
    }

    String ownHost() {
        return ranks.get(rank).host();
    }

    /** The registry of a host and port; null where there is none (yet). */
    KnownRegistry find(String host, int port) throws RemoteException {
        Target target = target(host);
        return JobRegistryService.directory().find(target.rank(), target.host(), port);
    }

    private Target target(String host) throws RemoteException {
        Matcher matcher = RANK.matcher(host);
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
        return new Target(Directory.NOBODY, resolved(host));
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
        throw new ConnectException("Connection refused to host: " + host, new java.net.ConnectException(
                "no rank of the job is on it; they are on " + ranks.stream().map(RankPlace::host).distinct().toList()));
    }

    /** Makes a registry of this rank's own, as the JDK does: one a port and host. */
    Registry create(int port) throws RemoteException {
        if (port < 0 || port > LARGEST_PORT) {
            throw new IllegalArgumentException("Port value out of range: " + port);
        }
        CreatedRegistry registry = new CreatedRegistry(port);
        Registry stub = (Registry) Stubs.export(registry, RegistryFilter.OF_PROCESS);
        int holder = port == 0 ? Directory.NOBODY
                : JobRegistryService.directory().add(rank, ownHost(), port, stub);
        if (holder != Directory.NOBODY) {
            Stubs.unexport(registry, true);
            throw new ExportException("Port already in use: " + port, new BindException(
                    "rank " + holder + " of this host has a registry there"));
        }
        registries.add(registry);
        if (port == Registry.REGISTRY_PORT) {
            adopt(registry);
        }
        return registry;
    }

    /** What others have bound while this rank was on its way here. */
    private static void adopt(CreatedRegistry registry) throws RemoteException {
        RegistryView jobs = new RegistryView(JobRegistry.JOB);
        for (String name : jobs.list()) {
            try {
                registry.bind(name, jobs.lookup(name));
            } catch (NotBoundException | AlreadyBoundException e) {
                // changed since: it is as it should be
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

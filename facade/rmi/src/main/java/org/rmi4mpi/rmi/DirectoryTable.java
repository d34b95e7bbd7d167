package org.rmi4mpi.rmi;

import java.rmi.registry.Registry;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** The directory, at rank 0. Synchronized. */
final class DirectoryTable implements Directory {
    /** How long ranks expect a missing registry after all programs have begun: the first that asks for it, and others. */
    static final long FIRST_EXPECTS_NS = TimeUnit.MILLISECONDS.toNanos(400);
    static final long OTHERS_EXPECT_NS = TimeUnit.MILLISECONDS.toNanos(900);

    private record Entry(int rank, KnownRegistry registry) {}

    private final int size;
    private final LongSupplier clock;

    /** By places. */
    private final Map<String, Entry> registries = new HashMap<>();
    private final Set<String> everCreated = new HashSet<>();
    private final Set<Integer> begun = new HashSet<>();
    /** When the last program has begun, by the clock. */
    private long allBegunNs;
    /** The first rank that asked for each missing registry without looking a name up, by places. */
    private final Map<String, Integer> firstAsking = new HashMap<>();
    private final Set<Integer> ended = new HashSet<>();

    /**
     * @param size number of ranks
     * @param clock in nanoseconds
     */
    DirectoryTable(int size, LongSupplier clock) {
        this.size = size;
        this.clock = clock;
    }

    @Override
    public synchronized int add(int rank, String host, int port, Registry registry) {
        String place = place(host, port);
        Entry holder = registries.putIfAbsent(place, new Entry(rank, (KnownRegistry) registry));
        if (holder != null) {
            return holder.rank();
        }
        everCreated.add(place);
        return NOBODY;
    }

    @Override
    public synchronized void remove(int rank, String host, int port) {
        String place = place(host, port);
        if (registries.containsKey(place) && registries.get(place).rank() == rank) {
            registries.remove(place);
        }
    }

    @Override
    public synchronized KnownRegistry find(int rank, String host, int port) {
        String place = place(host, port);
        Entry entry = registries.get(place);
        if (entry != null) {
            return entry.registry();
        }
        boolean jobs = port == Registry.REGISTRY_PORT && !everCreated.contains(place);
        return jobs ? new RegistryView(rank == NOBODY ? JobRegistry.JOB : rank) : null;
    }

    @Override
    public synchronized Map<String, KnownRegistry> created() {
        Map<String, KnownRegistry> created = new TreeMap<>();
        registries.forEach((place, entry) -> created.put(place, entry.registry()));
        return created;
    }

    @Override
    public synchronized void begun(int rank) {
        begun.add(rank);
        allBegunNs = clock.getAsLong();
    }

    @Override
    public synchronized boolean isExpected(int rank, String host, int port) {
        String place = place(host, port);
        if (everCreated.contains(place) || othersHaveEnded(rank)) {
            return false;
        }
        int first = firstAsking.computeIfAbsent(place, asked -> rank);
        return begun.size() < size
                || clock.getAsLong() - allBegunNs < (rank == first ? FIRST_EXPECTS_NS : OTHERS_EXPECT_NS);
    }

    private boolean othersHaveEnded(int rank) {
        return ended.size() - (ended.contains(rank) ? 1 : 0) == size - 1;
    }

    @Override
    public synchronized void ended(int rank) {
        ended.add(rank);
    }

    @Override
    public synchronized Set<Integer> ended() {
        return new HashSet<>(ended);
    }

    private static String place(String host, int port) {
        return host + ":" + port;
    }
}

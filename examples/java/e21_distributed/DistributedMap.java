package e21_distributed;

import java.io.Serializable;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BinaryOperator;
import org.rmi4mpi.farm.SerializableFunction;
import org.rmi4mpi.rmi.Calls;
import org.rmi4mpi.rmi.Ranks;

/**
 * A map whose entries lie at all ranks, each at that of its key's hash code. So a key needs one that is the same in all JVMs,
 * as those of strings and numbers are; those of enum constants are not. Thread-safe.
 */
final class DistributedMap<K extends Serializable, V extends Serializable> {
    /** The entries of one rank. */
    interface Part<K, V> extends Remote {
        V get(K key) throws RemoteException;

        V put(K key, V value) throws RemoteException;

        void merge(K key, V value) throws RemoteException;

        <R> R compute(SerializableFunction<Map<K, V>, R> computation) throws RemoteException;
    }

    private record OwnPart<K, V>(Map<K, V> entries, BinaryOperator<V> merger) implements Part<K, V> {
        @Override
        public V get(K key) {
            return entries.get(key);
        }

        @Override
        public V put(K key, V value) {
            return entries.put(key, value);
        }

        @Override
        public void merge(K key, V value) {
            entries.merge(key, value, merger);
        }

        @Override
        public <R> R compute(SerializableFunction<Map<K, V>, R> computation) {
            return computation.apply(entries);
        }
    }

    private final List<Part<K, V>> parts = new ArrayList<>();
    private final List<Part<K, V>> packed = new ArrayList<>();

    /**
     * All ranks make it together. It is empty.
     *
     * @param merger makes one value of two: see {@link #merge}
     */
    @SuppressWarnings("unchecked") // all ranks make a map of the same types
    DistributedMap(BinaryOperator<V> merger) throws RemoteException {
        for (Part<K, V> part : Ranks.each(Part.class, new OwnPart<>(new ConcurrentHashMap<K, V>(), merger))) {
            parts.add(part);
            packed.add(Calls.aggregated(part));
        }
    }

    private int rank(K key) {
        return Math.floorMod(key.hashCode(), parts.size());
    }

    /** Returns null if there is no such key. */
    V get(K key) throws RemoteException {
        return parts.get(rank(key)).get(key);
    }

    /** Returns the value before, or null. */
    V put(K key, V value) throws RemoteException {
        return parts.get(rank(key)).put(key, value);
    }

    /**
     * Puts a value, or merges it with the one that is there, and does not wait for it. After {@link Ranks#quiesce} all have been
     * merged. The merger must not depend on their order.
     */
    void merge(K key, V value) throws RemoteException {
        packed.get(rank(key)).merge(key, value);
    }

    /** Sends a computation to the entries of each rank. All ranks compute at once. The results are in the order of ranks. */
    <R> List<R> compute(SerializableFunction<Map<K, V>, R> computation) throws RemoteException {
        List<CompletableFuture<R>> results = new ArrayList<>();
        for (Part<K, V> part : parts) {
            results.add(Calls.future(Calls.async(part).compute(computation)));
        }
        return results.stream().map(CompletableFuture::join).toList();
    }
}

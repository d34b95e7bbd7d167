package e21_distributed;

import java.rmi.Remote;
import java.rmi.RemoteException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLongArray;
import org.rmi4mpi.farm.SerializableFunction;
import org.rmi4mpi.rmi.Calls;
import org.rmi4mpi.rmi.Ranks;

/**
 * Numbers that lie at all ranks. Element i is element i / size of rank i % size, so that neighbours that are busy lie at different
 * ranks. Thread-safe.
 */
final class DistributedArray {
    /** The elements of one rank. */
    interface Part extends Remote {
        long get(int index) throws RemoteException;

        void add(int index, long number) throws RemoteException;

        <R> R compute(SerializableFunction<AtomicLongArray, R> computation) throws RemoteException;
    }

    private record OwnPart(AtomicLongArray numbers) implements Part {
        @Override
        public long get(int index) {
            return numbers.get(index);
        }

        @Override
        public void add(int index, long number) {
            numbers.addAndGet(index, number);
        }

        @Override
        public <R> R compute(SerializableFunction<AtomicLongArray, R> computation) {
            return computation.apply(numbers);
        }
    }

    private final List<Part> parts;
    private final List<Part> packed = new ArrayList<>();
    private final AtomicLongArray own;
    private final int length;

    /** All ranks make it together, with the same length. All elements are 0. */
    DistributedArray(int length) throws RemoteException {
        this.length = length;
        own = new AtomicLongArray((length + Ranks.size() - 1 - Ranks.own()) / Ranks.size());
        parts = Ranks.each(Part.class, new OwnPart(own));
        for (Part part : parts) {
            packed.add(Calls.aggregated(part));
        }
    }

    private int rank(int index) {
        if (index < 0 || index >= length) {
            throw new IndexOutOfBoundsException("index " + index + ", but the array has " + length + " elements");
        }
        return index % parts.size();
    }

    long get(int index) throws RemoteException {
        return parts.get(rank(index)).get(index / parts.size());
    }

    /** Adds a number to an element, and does not wait for it. After {@link Ranks#quiesce} all have been added. */
    void add(int index, long number) throws RemoteException {
        packed.get(rank(index)).add(index / parts.size(), number);
    }

    /** The elements of this rank. */
    AtomicLongArray own() {
        return own;
    }

    /** Sends a computation to the elements of each rank. All ranks compute at once. The results are in the order of ranks. */
    <R> List<R> compute(SerializableFunction<AtomicLongArray, R> computation) throws RemoteException {
        List<CompletableFuture<R>> results = new ArrayList<>();
        for (Part part : parts) {
            results.add(Calls.future(Calls.async(part).compute(computation)));
        }
        return results.stream().map(CompletableFuture::join).toList();
    }
}

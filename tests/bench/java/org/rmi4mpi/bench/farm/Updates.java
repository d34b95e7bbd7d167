package org.rmi4mpi.bench.farm;

import java.rmi.Remote;
import java.rmi.RemoteException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.UnaryOperator;
import org.rmi4mpi.rmi.Calls;
import org.rmi4mpi.rmi.Ranks;

/**
 * Increments at random ranks, as the C program "graphs updates" makes them. Arguments: {@code aggregated} or {@code one-way}, and
 * the number of increments. Rank 0 prints {@code repetition N:increments a second}.
 */
public final class Updates {
    static final int REPETITIONS = 3;
    private static final int TABLE = 1 << 20;
    private static final int BITS_OF_INDEX = 40;

    private Updates() {}

    /** A part of the table. */
    interface Part extends Remote {
        void increment(int index) throws RemoteException;

        long sum() throws RemoteException;
    }

    private record OwnPart(AtomicLongArray table) implements Part {
        @Override
        public void increment(int index) {
            table.incrementAndGet(index);
        }

        @Override
        public long sum() {
            long sum = 0;
            for (int i = 0; i < TABLE; i++) {
                sum += table.get(i);
            }
            return sum;
        }
    }

    public static void main(String[] args) throws Exception {
        Ranks.start(args);
        UnaryOperator<Part> view = args[0].equals("aggregated") ? Calls::aggregated : Calls::oneWay;
        int count = Integer.parseInt(args[1]);
        List<Part> parts = Ranks.each(Part.class, new OwnPart(new AtomicLongArray(TABLE)));
        List<Part> views = new ArrayList<>();
        parts.forEach(part -> views.add(view.apply(part)));
        for (int repetition = 1; repetition <= REPETITIONS; repetition++) {
            Ranks.barrier();
            long start = System.nanoTime();
            increment(views, count);
            Ranks.barrier();
            Ranks.quiesce();
            double seconds = (System.nanoTime() - start) / 1e9;
            Ranks.barrier();
            if (Ranks.own() == 0) {
                check(parts, (long) repetition * count);
                System.out.printf(Locale.ROOT, "repetition %d:%.0f%n", repetition, count / seconds);
            }
        }
    }

    private static void increment(List<Part> views, int count) throws RemoteException {
        for (int i = Ranks.own(); i < count; i += views.size()) {
            long random = RandomGraph.mixed(i);
            views.get((int) ((random >>> BITS_OF_INDEX) % views.size())).increment((int) random & TABLE - 1);
        }
    }

    private static void check(List<Part> parts, long expected) throws RemoteException {
        long sum = 0;
        for (Part part : parts) {
            sum += part.sum();
        }
        if (sum != expected) {
            throw new IllegalStateException(expected + " increments, but " + sum + " arrived");
        }
    }
}

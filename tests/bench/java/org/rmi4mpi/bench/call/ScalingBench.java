package org.rmi4mpi.bench.call;

import java.lang.management.ManagementFactory;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;
import java.util.stream.LongStream;
import org.rmi4mpi.dispatch.Probe;
import org.rmi4mpi.dispatch.WaitPolicy;
import org.rmi4mpi.ref.ReferenceLayer;
import org.rmi4mpi.ref.Stubs;
import org.rmi4mpi.transport.local.LocalTransport;

/**
 * Measures what a rank keeps and does for each other rank, over the local transport: one runtime in a group of up to
 * 65,536, and as many as a JVM carries that run. Prints one line a figure.
 */
final class ScalingBench {
    private static final int[] SIZES = {64, 1_024, 65_536};
    private static final int[] LIVING = {64, 256, 1_024};
    private static final WaitPolicy POLICY = new WaitPolicy(100, true, 250_000_000);
    private static final int REPEATS = 2_000;

    /** The operations of a registry. */
    interface Names extends Remote {
        String lookup(String name) throws RemoteException;
    }

    static final class NameTable implements Names {
        private final Map<String, String> names = new ConcurrentHashMap<>(Map.of("object", "rank 0"));

        @Override
        public String lookup(String name) {
            return names.get(name);
        }
    }

    private ScalingBench() {}

    public static void main(String[] args) throws Exception {
        for (int size : SIZES) {
            one(size);
        }
        for (int size : LIVING) {
            all(size);
        }
    }

    /** One runtime, which believes that it has this many peers. */
    private static void one(int size) {
        List<LocalTransport> group = LocalTransport.group(size);
        int runtimes = size > 10_000 ? 4 : 64;
        List<ReferenceLayer> layers = new ArrayList<>();
        long before = usedBytes();
        for (int i = 0; i < runtimes; i++) {
            layers.add(new ReferenceLayer(group.get(i), POLICY, new Probe(), true));
        }
        print(size, "heap of a runtime that has made no call", (usedBytes() - before) / 1e3 / runtimes, "kB");
        ReferenceLayer layer = layers.get(0);
        IntConsumer flush = i -> layer.dispatcher().quiescence().flush(1_000_000_000L);
        print(size, "flush, as at the end, where nothing is due", medianNs(flush) / 1e3, "us");
        print(size, "stir of the node's ranks", medianNs(i -> layer.dispatcher().stirNode()) / 1e3,
                "us; here all ranks are of one node");
    }

    /** Runtimes that all run: each calls the first one, as all look up a name in the registry at the start. */
    private static void all(int size) throws Exception {
        List<ReferenceLayer> layers = new ArrayList<>();
        long begin = System.nanoTime();
        for (LocalTransport transport : LocalTransport.group(size)) {
            ReferenceLayer layer = new ReferenceLayer(transport, POLICY, new Probe(), true);
            layer.dispatcher().start();
            layers.add(layer);
        }
        print(size, "start of a runtime", (System.nanoTime() - begin) / 1e3 / size, "us");
        print(size, "threads of a runtime", ManagementFactory.getThreadMXBean().getThreadCount() / (double) size, "");
        layers.get(0).export(1, new NameTable());
        begin = System.nanoTime();
        for (ReferenceLayer layer : layers) {
            names(layer).lookup("object");
        }
        print(size, "first look-up of each rank at rank 0, one after the other",
                (System.nanoTime() - begin) / 1e3 / size, "us a rank");
        Names last = names(layers.get(size - 1));
        print(size, "call from the last rank to rank 0", medianNs(i -> lookup(last)) / 1e3, "us");
        ExecutorService threads = Executors.newFixedThreadPool(8);
        begin = System.nanoTime();
        for (ReferenceLayer layer : layers) {
            threads.execute(() -> lookup(names(layer)));
        }
        threads.shutdown();
        threads.awaitTermination(1, TimeUnit.MINUTES);
        print(size, "all ranks look a name up, 8 at a time", (System.nanoTime() - begin) / 1e6, "ms in all");
        layers.forEach(ReferenceLayer::stopCollecting);
        layers.forEach(ReferenceLayer::stop);
    }

    private static Names names(ReferenceLayer layer) {
        return (Names) Stubs.create(NameTable.class, layer.reference(0, 1));
    }

    private static void lookup(Names names) {
        try {
            names.lookup("object");
        } catch (RemoteException e) {
            throw new IllegalStateException(e);
        }
    }

    private static double medianNs(IntConsumer work) {
        long[] times = new long[REPEATS];
        for (int i = 0; i < REPEATS; i++) {
            long begin = System.nanoTime();
            work.accept(i);
            times[i] = System.nanoTime() - begin;
        }
        return LongStream.of(times).sorted().skip(REPEATS / 2).findFirst().orElseThrow();
    }

    private static long usedBytes() {
        for (int i = 0; i < 3; i++) {
            System.gc();
        }
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }

    private static void print(int ranks, String what, double value, String unit) {
        System.out.printf(Locale.ROOT, "%,7d ranks: %s: %.1f %s%n", ranks, what, value, unit);
    }
}

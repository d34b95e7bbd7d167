package org.rmi4mpi.bench.mpi;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.DoubleBuffer;
import java.util.Arrays;
import java.util.List;
import mpi.Datatype;
import mpi.MPI;
import mpi.Request;

/**
 * The Java side of bench-mpi. {@code tests/bench/c/mpibench.c} is the C side. Prints "measure,bytes,microseconds".
 *
 * <p>Arguments: {@code array} or {@code direct}, and in the spelling of Open MPI {@code camel-array} or {@code
 * camel-direct}; and measures. Windows and files have one spelling, and are measured by {@code camel-direct} alone.
 */
public final class MpiBenchRank {
    private static final int LARGEST = 16 << 20;
    private static final int[] SIZES = {8, 64, 512, 4 << 10, 32 << 10, 64 << 10, 256 << 10, 1 << 20, 4 << 20, LARGEST,
        FileRuns.BYTES};
    static final List<String> WINDOWS_AND_FILES = List.of("put", "get", "file-write", "file-read");
    private static final int WINDOW = 64;
    private static final int BATCHES = 11;
    private static final int WARM_UP_LARGEST = 65536;
    /** By then the compiler has seen each measure, and has had a core while the ranks poll. */
    private static final int[] WARM_UP_SIZES = {8, WARM_UP_LARGEST, 4096, 8};
    private static final long WARM_UP_NS = 1_000_000_000;

    private record Measure(String name, Run run, int smallest, int largest, int messages, Datatype type) {
        Measure(String name, Run run, int largest, int messages, Datatype type) {
            this(name, run, 8, largest, messages, type);
        }
    }

    @FunctionalInterface
    private interface Run {
        void run(int count, int times);
    }

    private static int rank;
    private static Object out;
    private static Object in;

    private MpiBenchRank() {}

    public static void main(String[] args) {
        String[] mine = MPI.Init(args);
        rank = MPI.COMM_WORLD.Rank();
        List<String> wanted = Arrays.asList(mine).subList(1, mine.length);
        boolean direct = mine[0].endsWith("direct");
        if (mine[0].startsWith("camel")) {
            measureAll(measuresInCamelCase(), direct, wanted);
            if (direct) {
                measureAll(measuresOfMakers(new MakerRuns()), direct, wanted);
            }
            if (direct && (wanted.isEmpty() || WINDOWS_AND_FILES.stream().anyMatch(wanted::contains))) {
                try (WindowRuns windows = new WindowRuns(); FileRuns files = new FileRuns()) {
                    files.write(ByteBuffer.allocateDirect(LARGEST), FileRuns.BYTES, 1, LARGEST); // for reads
                    measureAll(measuresOf(windows, files), direct, wanted);
                }
            }
        } else {
            measureAll(measures(), direct, wanted);
        }
        MPI.Finalize();
    }

    private static void measureAll(List<Measure> measures, boolean direct, List<String> wanted) {
        for (Measure measure : measures) {
            if (wanted.isEmpty() || wanted.contains(measure.name())) {
                buffers(direct, measure, WARM_UP_LARGEST);
                warmUp(measure);
                for (int bytes : SIZES) {
                    if (bytes >= measure.smallest() && bytes <= measure.largest()) {
                        buffers(direct, measure, Math.min(bytes, LARGEST));
                        measure(measure, bytes);
                    }
                }
            }
        }
    }

    private static List<Measure> measures() {
        return List.of(
                new Measure("latency", MpiBenchRank::latency, LARGEST, 1, MPI.BYTE),
                new Measure("bandwidth", MpiBenchRank::bandwidth, 1 << 20, WINDOW, MPI.BYTE),
                new Measure("bcast", MpiBenchRank::bcast, LARGEST, 4, MPI.BYTE),
                new Measure("allreduce", MpiBenchRank::allreduce, LARGEST, 8, MPI.DOUBLE),
                new Measure("alltoall", MpiBenchRank::alltoall, 4 << 20, 16, MPI.BYTE));
    }

    private static List<Measure> measuresInCamelCase() {
        return List.of(
                new Measure("latency", MpiBenchRank::latencyInCamelCase, LARGEST, 1, MPI.BYTE),
                new Measure("bandwidth", MpiBenchRank::bandwidthInCamelCase, 1 << 20, WINDOW, MPI.BYTE));
    }

    /** Those of eight ranks have names of their own. */
    private static List<Measure> measuresOfMakers(MakerRuns makers) {
        String suffix = MPI.COMM_WORLD.Size() > 2 ? "-" + MPI.COMM_WORLD.Size() : "";
        return List.of(
                new Measure("communicators" + suffix, makers::communicators, Long.BYTES, 100, MPI.BYTE),
                new Measure("windows" + suffix, makers::windows, Long.BYTES, 1000, MPI.BYTE),
                new Measure("files" + suffix, makers::files, Long.BYTES, 1000, MPI.BYTE));
    }

    private static List<Measure> measuresOf(WindowRuns windows, FileRuns files) {
        return List.of(
                new Measure("put", windows::put, WindowRuns.LARGEST, 1, MPI.BYTE),
                new Measure("get", windows::get, WindowRuns.LARGEST, 1, MPI.BYTE),
                new Measure("file-write", (bytes, times) -> files.write(out, bytes, times, LARGEST), FileRuns.BYTES,
                        FileRuns.BYTES, 1, MPI.BYTE),
                new Measure("file-read", (bytes, times) -> files.read(in, bytes, times, LARGEST), FileRuns.BYTES,
                        FileRuns.BYTES, 1, MPI.BYTE));
    }

    /** Makes arrays of exactly this size: a large array is sent in place, whatever part of it is sent. */
    private static void buffers(boolean direct, Measure measure, int bytes) {
        int length = measure.name().equals("alltoall") ? bytes * MPI.COMM_WORLD.Size() : bytes;
        out = buffer(direct, measure.type(), length);
        in = buffer(direct, measure.type(), length);
    }

    private static Object buffer(boolean direct, Datatype type, int bytes) {
        if (!direct) {
            return type == MPI.BYTE ? new byte[bytes] : new double[bytes / Double.BYTES];
        }
        ByteBuffer buffer = ByteBuffer.allocateDirect(bytes).order(ByteOrder.nativeOrder());
        DoubleBuffer doubles = buffer.asDoubleBuffer();
        return type == MPI.BYTE ? buffer : doubles;
    }

    /** All ranks as often. */
    private static void warmUp(Measure measure) {
        long[] left = {1};
        for (int bytes : WARM_UP_SIZES) {
            long start = System.nanoTime();
            do {
                batch(measure, bytes, 1000 / measure.messages());
                left[0] = System.nanoTime() - start < WARM_UP_NS ? 1 : 0;
                MPI.COMM_WORLD.Bcast(left, 0, 1, MPI.LONG, 0);
            } while (left[0] == 1);
        }
    }

    private static void measure(Measure measure, int bytes) {
        int times = Math.max(1, (int) ((10L << 20) / ((bytes + 1000L) * measure.messages())));
        double[] batches = new double[BATCHES];
        batch(measure, bytes, times);
        for (int i = 0; i < BATCHES; i++) {
            batches[i] = batch(measure, bytes, times);
        }
        Arrays.sort(batches);
        if (rank == 0) {
            System.out.printf("%s,%d,%.3f%n", measure.name(), bytes, batches[BATCHES / 2]);
        }
    }

    /** Microseconds each. */
    private static double batch(Measure measure, int bytes, int times) {
        int count = bytes / (measure.type() == MPI.DOUBLE ? Double.BYTES : 1);
        MPI.COMM_WORLD.Barrier();
        long start = System.nanoTime();
        measure.run().run(count, times);
        if (MPI.COMM_WORLD.Size() > 2) {
            MPI.COMM_WORLD.Barrier();
        }
        return (System.nanoTime() - start) / 1e3 / times;
    }

    private static void latency(int count, int times) {
        for (int i = 0; i < times; i++) {
            if (rank == 0) {
                MPI.COMM_WORLD.Send(out, 0, count, MPI.BYTE, 1, 1);
                MPI.COMM_WORLD.Recv(in, 0, count, MPI.BYTE, 1, 1);
            } else if (rank == 1) {
                MPI.COMM_WORLD.Recv(in, 0, count, MPI.BYTE, 0, 1);
                MPI.COMM_WORLD.Send(out, 0, count, MPI.BYTE, 0, 1);
            }
        }
    }

    private static void latencyInCamelCase(int count, int times) {
        for (int i = 0; i < times; i++) {
            if (rank == 0) {
                MPI.COMM_WORLD.send(out, count, MPI.BYTE, 1, 1);
                MPI.COMM_WORLD.recv(in, count, MPI.BYTE, 1, 1);
            } else if (rank == 1) {
                MPI.COMM_WORLD.recv(in, count, MPI.BYTE, 0, 1);
                MPI.COMM_WORLD.send(out, count, MPI.BYTE, 0, 1);
            }
        }
    }

    private static void bandwidthInCamelCase(int count, int times) {
        Request[] requests = new Request[WINDOW];
        for (int i = 0; i < times; i++) {
            for (int k = 0; k < WINDOW; k++) {
                requests[k] = rank == 0
                        ? MPI.COMM_WORLD.iSend(out, count, MPI.BYTE, 1, 2)
                        : MPI.COMM_WORLD.iRecv(in, count, MPI.BYTE, 0, 2);
            }
            Request.waitAll(requests);
            if (rank == 0) {
                MPI.COMM_WORLD.recv(in, 1, MPI.BYTE, 1, 3);
            } else {
                MPI.COMM_WORLD.send(out, 1, MPI.BYTE, 0, 3);
            }
        }
    }

    private static void bandwidth(int count, int times) {
        Request[] requests = new Request[WINDOW];
        for (int i = 0; i < times; i++) {
            for (int k = 0; k < WINDOW; k++) {
                requests[k] = rank == 0
                        ? MPI.COMM_WORLD.Isend(out, 0, count, MPI.BYTE, 1, 2)
                        : MPI.COMM_WORLD.Irecv(in, 0, count, MPI.BYTE, 0, 2);
            }
            Request.Waitall(requests);
            if (rank == 0) {
                MPI.COMM_WORLD.Recv(in, 0, 1, MPI.BYTE, 1, 3);
            } else {
                MPI.COMM_WORLD.Send(out, 0, 1, MPI.BYTE, 0, 3);
            }
        }
    }

    private static void bcast(int count, int times) {
        for (int i = 0; i < times; i++) {
            MPI.COMM_WORLD.Bcast(out, 0, count, MPI.BYTE, 0);
        }
    }

    private static void allreduce(int count, int times) {
        for (int i = 0; i < times; i++) {
            MPI.COMM_WORLD.Allreduce(out, 0, in, 0, count, MPI.DOUBLE, MPI.SUM);
        }
    }

    private static void alltoall(int count, int times) {
        for (int i = 0; i < times; i++) {
            MPI.COMM_WORLD.Alltoall(out, 0, count, MPI.BYTE, in, 0, count, MPI.BYTE);
        }
    }
}

package org.rmi4mpi.bench.mpi;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import mpi.Datatype;
import mpi.MPI;
import mpi.Prequest;
import mpi.Request;

/**
 * The Java side of the rows calls-2, calls-4 and calls-8 of bench-mpi. {@code tests/bench/c/mpicalls.c} is the C side, with the same
 * calls in the same order. Prints "call,bytes,microseconds", the best of three repetitions: "young" are the first calls of a new
 * JVM, and "warm" those after. Arguments: {@code array} or, in the spelling of Open MPI, {@code camel-array}; {@code few} or
 * {@code all}.
 */
public final class CallsRank {
    private static final int REPETITIONS = 3;
    private static final int YOUNG = 2_000;
    private static final int YOUNG_OF_LONG = 10;
    /** Times as many. */
    private static final int WARM = 20;
    /** The same for other sizes and types. */
    private static final int OTHERS = 2;
    private static final int LONG = 64 << 10;
    private static final int[] ELEMENTS = {1, 16, 128, 1024, 16 << 10, 128 << 10};
    private static final int[] FEW_ELEMENTS = {1, 1024, 128 << 10};

    private final int rank = MPI.COMM_WORLD.Rank();
    private final int ranks = MPI.COMM_WORLD.Size();
    private final int next = (rank + 1) % ranks;
    private final int previous = (rank + ranks - 1) % ranks;
    private final boolean isCamel;

    private CallsRank(boolean isCamel) {
        this.isCamel = isCamel;
    }

    /** The elements of the rows that are measured young. */
    private static Map<String, Integer> elements() {
        Map<String, Integer> elements = new LinkedHashMap<>();
        elements.put("Allreduce", 1);
        elements.put("Barrier", 0);
        elements.put("Bcast", 128);
        elements.put("Gather and Barrier", 16);
        elements.put("Allgather", 16);
        elements.put("Alltoall", 16);
        elements.put("Sendrecv", 1);
        elements.put("Scatter", 16);
        elements.put("Reduce and Barrier", 1);
        elements.put("Scan", 1);
        elements.put("Gatherv and Barrier", 16);
        elements.put("Allgatherv", 16);
        elements.put("Alltoallv", 16);
        elements.put("Reduce_scatter", 1);
        elements.put("Irecv Isend Waitall", 1);
        elements.put("Isend Probe Recv", 1);
        elements.put("Startall Waitall", 1);
        return elements;
    }

    public static void main(String[] args) {
        String[] mine = MPI.Init(args);
        boolean all = mine[1].equals("all");
        CallsRank calls = new CallsRank(mine[0].startsWith("camel"));
        elements().forEach((call, count) -> calls.measure(call, "young", count, MPI.DOUBLE));
        elements().forEach((call, count) -> calls.measure(call, "warm", count, MPI.DOUBLE));
        elements().forEach((call, count) -> {
            for (int n : count == 0 ? new int[0] : all ? ELEMENTS : FEW_ELEMENTS) {
                if (n != count) {
                    calls.measure(call, "warm", n, MPI.DOUBLE);
                }
                if (all) {
                    calls.measure(call, "warm", n, MPI.INT);
                    calls.measure(call, "warm", n, MPI.BYTE);
                }
            }
        });
        MPI.Finalize();
    }

    private static Object array(Datatype type, int length) {
        return type == MPI.DOUBLE ? new double[length] : type == MPI.INT ? new int[length] : new byte[length];
    }

    private void measure(String call, String phase, int count, Datatype type) {
        int bytes = count * type.getSize();
        boolean isFirst = type == MPI.DOUBLE && count == elements().get(call);
        int times = (bytes >= LONG ? YOUNG_OF_LONG : YOUNG) * (phase.equals("young") ? 1 : isFirst ? WARM : OTHERS);
        double us = best(isCamel ? camelCall(call, count, type) : call(call, count, type), times);
        if (rank == 0) {
            System.out.printf("%s %s on %d ranks %s,%d,%.3f%n", call,
                    type == MPI.DOUBLE ? "double" : type == MPI.INT ? "int" : "byte", ranks, phase, bytes, us);
        }
    }

    private static double best(Runnable call, int times) {
        double least = Double.MAX_VALUE;
        for (int i = 0; i < REPETITIONS; i++) {
            MPI.COMM_WORLD.Barrier();
            long start = System.nanoTime();
            for (int k = 0; k < times; k++) {
                call.run();
            }
            MPI.COMM_WORLD.Barrier();
            least = Math.min(least, (System.nanoTime() - start) / 1e3 / times);
        }
        return least;
    }

    private int[] counts(int count) {
        int[] counts = new int[ranks];
        Arrays.fill(counts, count);
        return counts;
    }

    private int[] displacements(int count) {
        int[] displs = new int[ranks];
        Arrays.setAll(displs, i -> i * count);
        return displs;
    }

    /** A call in the spelling of mpiJava. */
    private Runnable call(String name, int n, Datatype type) {
        Object out = array(type, n * ranks);
        Object in = array(type, n * ranks);
        int[] counts = counts(n);
        int[] displs = displacements(n);
        return switch (name) {
            case "Allreduce" -> () -> MPI.COMM_WORLD.Allreduce(out, 0, in, 0, n, type, MPI.SUM);
            case "Barrier" -> () -> MPI.COMM_WORLD.Barrier();
            case "Bcast" -> () -> MPI.COMM_WORLD.Bcast(out, 0, n, type, 0);
            case "Gather and Barrier" -> () -> {
                MPI.COMM_WORLD.Gather(out, 0, n, type, in, 0, n, type, 0);
                MPI.COMM_WORLD.Barrier();
            };
            case "Allgather" -> () -> MPI.COMM_WORLD.Allgather(out, 0, n, type, in, 0, n, type);
            case "Alltoall" -> () -> MPI.COMM_WORLD.Alltoall(out, 0, n, type, in, 0, n, type);
            case "Sendrecv" -> () -> MPI.COMM_WORLD.Sendrecv(out, 0, n, type, next, 1, in, 0, n, type, previous, 1);
            case "Scatter" -> () -> MPI.COMM_WORLD.Scatter(out, 0, n, type, in, 0, n, type, 0);
            case "Reduce and Barrier" -> () -> {
                MPI.COMM_WORLD.Reduce(out, 0, in, 0, n, type, MPI.SUM, 0);
                MPI.COMM_WORLD.Barrier();
            };
            case "Scan" -> () -> MPI.COMM_WORLD.Scan(out, 0, in, 0, n, type, MPI.SUM);
            case "Gatherv and Barrier" -> () -> {
                MPI.COMM_WORLD.Gatherv(out, 0, n, type, in, 0, counts, displs, type, 0);
                MPI.COMM_WORLD.Barrier();
            };
            case "Allgatherv" -> () -> MPI.COMM_WORLD.Allgatherv(out, 0, n, type, in, 0, counts, displs, type);
            case "Alltoallv" ->
                () -> MPI.COMM_WORLD.Alltoallv(out, 0, counts, displs, type, in, 0, counts, displs, type);
            case "Reduce_scatter" -> () -> MPI.COMM_WORLD.Reduce_scatter(out, 0, in, 0, counts, type, MPI.SUM);
            case "Irecv Isend Waitall" -> () -> Request.Waitall(new Request[] {
                MPI.COMM_WORLD.Irecv(in, 0, n, type, previous, 2),
                MPI.COMM_WORLD.Isend(out, 0, n, type, next, 2)});
            case "Isend Probe Recv" -> () -> {
                Request request = MPI.COMM_WORLD.Isend(out, 0, n, type, next, 3);
                MPI.COMM_WORLD.Probe(previous, 3);
                MPI.COMM_WORLD.Recv(in, 0, n, type, previous, 3);
                request.Wait();
            };
            case "Startall Waitall" -> {
                Prequest[] requests = {MPI.COMM_WORLD.Recv_init(in, 0, n, type, previous, 4),
                    MPI.COMM_WORLD.Send_init(out, 0, n, type, next, 4)};
                yield () -> {
                    Prequest.Startall(requests);
                    Request.Waitall(requests);
                };
            }
            default -> throw new IllegalArgumentException(name);
        };
    }

    /** The same call in the spelling of Open MPI. */
    private Runnable camelCall(String name, int n, Datatype type) {
        Object out = array(type, n * ranks);
        Object in = array(type, n * ranks);
        int[] counts = counts(n);
        int[] displs = displacements(n);
        return switch (name) {
            case "Allreduce" -> () -> MPI.COMM_WORLD.allReduce(out, in, n, type, MPI.SUM);
            case "Barrier" -> () -> MPI.COMM_WORLD.barrier();
            case "Bcast" -> () -> MPI.COMM_WORLD.bcast(out, n, type, 0);
            case "Gather and Barrier" -> () -> {
                MPI.COMM_WORLD.gather(out, n, type, in, n, type, 0);
                MPI.COMM_WORLD.barrier();
            };
            case "Allgather" -> () -> MPI.COMM_WORLD.allGather(out, n, type, in, n, type);
            case "Alltoall" -> () -> MPI.COMM_WORLD.allToAll(out, n, type, in, n, type);
            case "Sendrecv" -> () -> MPI.COMM_WORLD.sendRecv(out, n, type, next, 1, in, n, type, previous, 1);
            case "Scatter" -> () -> MPI.COMM_WORLD.scatter(out, n, type, in, n, type, 0);
            case "Reduce and Barrier" -> () -> {
                MPI.COMM_WORLD.reduce(out, in, n, type, MPI.SUM, 0);
                MPI.COMM_WORLD.barrier();
            };
            case "Scan" -> () -> MPI.COMM_WORLD.scan(out, in, n, type, MPI.SUM);
            case "Gatherv and Barrier" -> () -> {
                MPI.COMM_WORLD.gatherv(out, n, type, in, counts, displs, type, 0);
                MPI.COMM_WORLD.barrier();
            };
            case "Allgatherv" -> () -> MPI.COMM_WORLD.allGatherv(out, n, type, in, counts, displs, type);
            case "Alltoallv" -> () -> MPI.COMM_WORLD.allToAllv(out, counts, displs, type, in, counts, displs, type);
            case "Reduce_scatter" -> () -> MPI.COMM_WORLD.reduceScatter(out, in, counts, type, MPI.SUM);
            case "Irecv Isend Waitall" -> () -> Request.waitAll(new Request[] {
                MPI.COMM_WORLD.iRecv(in, n, type, previous, 2),
                MPI.COMM_WORLD.iSend(out, n, type, next, 2)});
            case "Isend Probe Recv" -> () -> {
                Request request = MPI.COMM_WORLD.iSend(out, n, type, next, 3);
                MPI.COMM_WORLD.probe(previous, 3);
                MPI.COMM_WORLD.recv(in, n, type, previous, 3);
                request.waitFor();
            };
            case "Startall Waitall" -> {
                Prequest[] requests = {MPI.COMM_WORLD.recvInit(in, n, type, previous, 4),
                    MPI.COMM_WORLD.sendInit(out, n, type, next, 4)};
                yield () -> {
                    Prequest.startAll(requests);
                    Request.waitAll(requests);
                };
            }
            default -> throw new IllegalArgumentException(name);
        };
    }
}

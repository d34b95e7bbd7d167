package org.rmi4mpi.tests.programs;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import mpi.Comm;
import mpi.Datatype;
import mpi.Group;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Prequest;
import mpi.Request;

/**
 * Makes a million operations of all kinds between two ranks, and compares the memory in use after each fifth of them. A
 * leak grows in every part. MPI's own pool of messages grows now and then, when one rank runs ahead.
 */
public final class Endure {
    private static final Intracomm WORLD = MPI.COMM_WORLD;
    private static final int SMALL = 16;
    private static final int LARGE = 16_384;
    private static final long MIB = 1 << 20;
    private static final int PARTS = 5;

    private final int rank = WORLD.Rank();
    private final int other = 1 - rank;
    private final int[] out = new int[LARGE];
    private final int[] in = new int[LARGE];
    private final ByteBuffer direct = ByteBuffer.allocateDirect(4 * LARGE).order(ByteOrder.nativeOrder());
    private final double[] sums = new double[4];
    private final Object[] objects = new Object[2];
    private long operations;

    private Endure() {}

    /** @param args number of operations */
    public static void main(String[] args) throws Exception {
        MPI.Init(args);
        new Endure().run(Long.parseLong(args[0]));
        MPI.Finalize();
    }

    private void run(long wanted) throws Exception {
        List<MemoryUse> uses = new ArrayList<>();
        for (int round = 0; operations < wanted; round++) {
            round(round);
            if (operations >= (uses.size() + 1) * wanted / PARTS) {
                WORLD.Barrier();
                MemoryUse use = MemoryUse.now();
                System.out.println("rank " + rank + " after " + operations + " operations: " + use);
                uses.add(use);
                WORLD.Barrier();
            }
        }
        MemoryUse warm = uses.get(0);
        MemoryUse end = uses.get(PARTS - 1);
        long leastGrowth = IntStream.range(1, PARTS)
                .mapToLong(i -> uses.get(i).resident() - uses.get(i - 1).resident())
                .min().getAsLong();
        bounded("resident memory, in each part,", 0, leastGrowth, MIB); // 5 bytes an operation
        bounded("resident memory", warm.resident(), end.resident(), 64 * MIB);
        bounded("heap", warm.heap(), end.heap(), MIB);
        bounded("direct buffers", warm.direct(), end.direct(), MIB);
        bounded("threads", warm.threads(), end.threads(), 32); // idle workers stay for a minute
        System.out.println("rank " + rank + ": nothing leaks");
    }

    private static void bounded(String what, long warm, long end, long growth) {
        check(end - warm <= growth, what + " grew from " + warm + " to " + end + ", more than by " + growth);
    }

    private static void check(boolean holds, String otherwise) {
        if (!holds) {
            throw new IllegalStateException(otherwise);
        }
    }

    private void round(int round) throws Exception {
        blocking(SMALL);
        nonblocking();
        persistent();
        derived();
        buffers();
        collective();
        probe();
        cancelled();
        refused();
        if (round % 10 == 0) {
            objects(10);
            freed();
            dropped();
            blocking(LARGE);
        }
        if (round % 100 == 0) {
            objects(10_000);
            futures();
            cut();
            failed();
        }
        if (round % 1000 == 0) {
            communicators();
        }
    }

    private void blocking(int count) {
        for (int i = 0; i < 10; i++) {
            out[0] = i;
            if (rank == 0) {
                WORLD.Send(out, 0, count, MPI.INT, other, 1);
                WORLD.Recv(in, 0, count, MPI.INT, other, 1);
            } else {
                WORLD.Recv(in, 0, count, MPI.INT, other, 1);
                WORLD.Send(out, 0, count, MPI.INT, other, 1);
            }
            check(in[0] == i, "received " + in[0]);
            WORLD.Sendrecv(out, 0, SMALL, MPI.INT, other, 2, in, 0, SMALL, MPI.INT, MPI.ANY_SOURCE, 2);
        }
        operations += 30;
    }

    private void nonblocking() {
        Request[] requests = new Request[10];
        for (int i = 0; i < 5; i++) {
            requests[i] = WORLD.Irecv(in, i * SMALL, SMALL, MPI.INT, other, 3 + i);
            requests[5 + i] = WORLD.Isend(out, i * SMALL, SMALL, MPI.INT, other, 3 + i);
        }
        Request.Waitany(requests);
        Request.Waitall(requests);
        Request receive = WORLD.Irecv(in, 0, SMALL, MPI.INT, other, 3);
        WORLD.Issend(out, 0, SMALL, MPI.INT, other, 3).Wait();
        while (receive.Test() == null) {
            Thread.onSpinWait();
        }
        operations += 12;
    }

    private void persistent() {
        Prequest[] requests = {
            WORLD.Recv_init(in, 0, SMALL, MPI.INT, other, 10), WORLD.Send_init(out, 0, SMALL, MPI.INT, other, 10)
        };
        for (int i = 0; i < 5; i++) {
            Prequest.Startall(requests);
            Request.Waitall(requests);
        }
        requests[0].Free();
        requests[1].Free();
        operations += 10;
    }

    private void derived() {
        Datatype column = Datatype.Vector(4, 1, 4, MPI.INT);
        for (int i = 0; i < 4; i++) {
            WORLD.Sendrecv(out, i, 1, column, other, 11, in, i, 1, column, other, 11);
        }
        byte[] packed = new byte[WORLD.Pack_size(1, column)];
        WORLD.Pack(out, 0, 1, column, packed, 0);
        WORLD.Unpack(packed, 0, in, 0, 1, column);
        operations += 6;
    }

    private void buffers() {
        Request receive = WORLD.Irecv(direct, 0, SMALL, MPI.INT, other, 12);
        WORLD.Send(ByteBuffer.allocateDirect(4 * SMALL).order(ByteOrder.nativeOrder()), 0, SMALL, MPI.INT, other, 12);
        receive.Wait();
        WORLD.Sendrecv_replace(direct, 0, SMALL, MPI.INT, other, 13, other, 13);
        operations += 3;
    }

    private void collective() {
        WORLD.Bcast(out, 0, SMALL, MPI.INT, 0);
        WORLD.Allreduce(new double[] {1, 2, 3, 4}, 0, sums, 0, 4, MPI.DOUBLE, MPI.SUM);
        WORLD.Allgather(out, 0, 4, MPI.INT, in, 0, 4, MPI.INT);
        WORLD.Alltoallv(out, 0, new int[] {2, 3}, new int[] {0, 2}, MPI.INT, in, 0, new int[] {2 + rank, 2 + rank},
                new int[] {0, 4}, MPI.INT);
        WORLD.Iallreduce(new double[4], 0, sums, 0, 4, MPI.DOUBLE, MPI.MAX).Wait();
        WORLD.Allreduce(new int[2], 0, in, 0, 1, MPI.INT2, MPI.MAXLOC);
        operations += 6;
    }

    private void probe() {
        check(WORLD.Iprobe(other, 99) == null, "a message under tag 99");
        WORLD.Isend(out, 0, SMALL, MPI.INT, other, 14);
        check(WORLD.Probe(other, 14).Get_count(MPI.INT) == SMALL, "another length");
        WORLD.Recv(in, 0, SMALL, MPI.INT, other, 14);
        operations += 4;
    }

    private void cancelled() {
        Request receive = WORLD.Irecv(in, 0, SMALL, MPI.INT, other, 98);
        receive.Cancel();
        check(receive.Wait().Test_cancelled(), "not cancelled");
        operations += 1;
    }

    /** Sends and receives that nobody waits for. */
    private void freed() {
        WORLD.Irecv(new int[SMALL], 0, SMALL, MPI.INT, other, 15).Free();
        WORLD.Isend(out, 0, SMALL, MPI.INT, other, 15).Free();
        Request receive = WORLD.Irecv(objects, 0, 1, MPI.OBJECT, other, 15);
        WORLD.Isend(new Object[] {"freed"}, 0, 1, MPI.OBJECT, other, 15).Free();
        receive.Wait();
        operations += 4;
    }

    /** Drops requests, as many programs do: a message that was received must have been sent. */
    private void dropped() {
        for (int i = 0; i < 20; i++) {
            WORLD.Irecv(new int[SMALL], 0, SMALL, MPI.INT, other, 20);
            WORLD.Isend(out, 0, SMALL, MPI.INT, other, 20);
            WORLD.Isend(out, 0, 2_000, MPI.INT, other, 21);
            WORLD.Isend(new Object[] {"dropped"}, 0, 1, MPI.OBJECT, other, 22);
        }
        WORLD.Isend(new Object[] {new int[LARGE]}, 0, 1, MPI.OBJECT, other, 22);
        for (int i = 0; i < 20; i++) {
            WORLD.Recv(in, 0, 2_000, MPI.INT, other, 21);
            WORLD.Recv(objects, 0, 1, MPI.OBJECT, other, 22);
        }
        WORLD.Recv(objects, 0, 1, MPI.OBJECT, other, 22);
        operations += 122;
    }

    private void objects(int length) {
        Request receive = WORLD.Irecv(objects, 0, 1, MPI.OBJECT, other, 16);
        Request send = WORLD.Isend(new Object[] {new int[length]}, 0, 1, MPI.OBJECT, other, 16);
        receive.Wait();
        send.Wait();
        WORLD.Bcast(objects, 0, 1, MPI.OBJECT, 1);
        check(((int[]) objects[0]).length == length, "another object");
        objects[0] = null;
        operations += 3;
    }

    private void futures() throws Exception {
        var received = WORLD.Irecv(in, 0, SMALL, MPI.INT, other, 17).toFuture();
        var sent = WORLD.Isend(out, 0, SMALL, MPI.INT, other, 17).toFuture();
        var all = WORLD.Ibarrier().toFuture();
        sent.thenCombine(received, (s, r) -> r.count).thenCombine(all, (count, s) -> count).get();
        operations += 3;
    }

    /** Wrong arguments, which are found before or after memory is allocated. */
    private void refused() {
        fails(() -> WORLD.Send(out, LARGE, 1, MPI.INT, other, 0));
        fails(() -> WORLD.Gather(out, 0, LARGE, MPI.INT, new int[1], 0, LARGE, MPI.INT, rank));
        fails(() -> WORLD.Alltoall(out, 0, SMALL, MPI.INT, new int[1], 0, SMALL, MPI.INT));
        operations += 3;
    }

    /** Messages that are longer than the receive has room for. */
    private void cut() {
        Request send = WORLD.Isend(out, 0, LARGE, MPI.INT, other, 18);
        fails(() -> WORLD.Recv(in, 0, 1, MPI.INT, other, 18));
        send.Wait();
        operations += 2;
    }

    /** Objects that cannot be sent, and objects that do not fit at their receiver. */
    private void failed() {
        fails(() -> WORLD.Isend(new Object[] {new Object()}, 0, 1, MPI.OBJECT, other, 19));
        WORLD.Isend(new Object[] {1, 2, 3}, 0, 3, MPI.OBJECT, other, 19);
        fails(() -> WORLD.Recv(new Object[1], 0, 1, MPI.OBJECT, other, 19));
        WORLD.Isend(new Object[] {"text"}, 0, 1, MPI.OBJECT, other, 19);
        fails(() -> WORLD.Recv(new Integer[1], 0, 1, MPI.OBJECT, other, 19));
        operations += 5;
    }

    private static void fails(Runnable call) {
        try {
            call.run();
        } catch (MPIException e) {
            return;
        }
        throw new IllegalStateException("went well");
    }

    private void communicators() {
        Comm copy = (Comm) WORLD.clone();
        Intracomm half = WORLD.Split(rank, 0);
        Group group = half.Group();
        Intracomm created = WORLD.Create(Group.Union(WORLD.Group(), group));
        check(created.Size() == 2 && half.Size() == 1, "another size");
        copy.Free();
        half.Free();
        created.Free();
        group.Free();
        operations += 6;
    }
}

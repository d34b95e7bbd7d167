package org.rmi4mpi.bench.sor;

import java.rmi.RemoteException;
import java.rmi.registry.LocateRegistry;
import java.rmi.registry.Registry;

/**
 * A program of java.rmi alone: it runs as JVMs on the JDK's RMI, and as ranks by {@code rmi4mpirun --rmi}. Which one it is
 * of how many is told by {@code rmi4mpi.rank} and {@code rmi4mpi.size}, which rmi4mpirun sets. Arguments: the registry's
 * port, iterations, repetitions.
 */
public final class SorByObjects {
    private static final long PATIENCE_MS = 30_000;

    private final int rank = Integer.getInteger("rmi4mpi.rank");
    private final int ranks = Integer.getInteger("rmi4mpi.size");
    private final Phases phases = new Phases();
    private final Slice slice = new Slice(rank, ranks);
    private final StripObject own = new StripObject(ranks);
    private final Strip above;
    private final Strip below;
    private final Strip first;

    private SorByObjects(int port) throws Exception {
        Registry registry = rank == 0 ? LocateRegistry.createRegistry(port) : LocateRegistry.getRegistry("localhost", port);
        bind(registry);
        above = rank > 0 ? find(registry, rank - 1) : null;
        below = rank < ranks - 1 ? find(registry, rank + 1) : null;
        first = rank > 0 ? find(registry, 0) : own;
        first.maximum(0); // all are there
    }

    private void bind(Registry registry) throws Exception {
        until(() -> {
            registry.rebind("strip" + rank, own);
            return own;
        });
    }

    private static Strip find(Registry registry, int rank) throws Exception {
        return until(() -> (Strip) registry.lookup("strip" + rank));
    }

    private interface Attempt {
        Strip make() throws Exception;
    }

    /** JVMs start in any order. */
    private static Strip until(Attempt attempt) throws Exception {
        long deadline = System.currentTimeMillis() + PATIENCE_MS;
        while (true) {
            try {
                return attempt.make();
            } catch (Exception e) {
                if (System.currentTimeMillis() > deadline) {
                    throw e;
                }
                Thread.sleep(20);
            }
        }
    }

    public static void main(String[] args) throws Exception {
        SorByObjects sor = new SorByObjects(Integer.parseInt(args[0]));
        for (int i = Integer.parseInt(args[2]); i > 0; i--) {
            sor.repetition(Integer.parseInt(args[1]));
        }
        sor.first.maximum(0); // nobody calls an object of a JVM that has ended
        Thread.sleep(sor.rank == 0 ? 200 : 0);
        System.exit(0);
    }

    private void repetition(int iterations) throws Exception {
        first.maximum(0);
        phases.begin();
        for (int i = 0; i < iterations; i++) {
            exchange();
            double change = slice.relax(Slice.RED);
            phases.ended(Phases.RELAX);
            exchange();
            change = Math.max(change, slice.relax(Slice.BLACK));
            phases.ended(Phases.RELAX);
            first.maximum(change);
            phases.ended(Phases.MAXIMUM);
            phases.iterationEnds();
        }
        if (rank == 0) {
            phases.print();
        }
    }

    private void exchange() throws RemoteException, InterruptedException {
        phases.exchangeBegins();
        if (above != null) {
            above.deliver(false, slice.row(1));
        }
        if (below != null) {
            below.deliver(true, slice.row(slice.height()));
        }
        phases.ended(Phases.DELIVER);
        if (above != null) {
            slice.setRow(0, own.take(true));
        }
        if (below != null) {
            slice.setRow(slice.height() + 1, own.take(false));
        }
        phases.ended(Phases.TAKE);
        phases.exchangeEnds();
    }
}

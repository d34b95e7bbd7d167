package org.rmi4mpi.bench.sor;

import e16_sor.Neighbour;
import e16_sor.NeighbourObject;
import e16_sor.Slab;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.rmi.registry.LocateRegistry;
import java.rmi.registry.Registry;
import java.rmi.server.UnicastRemoteObject;

/**
 * A program of java.rmi alone. It runs as JVMs on the JDK's RMI, and as ranks by {@code rmi4mpirun --rmi}. It reads its
 * number and the number of processes from {@code rmi4mpi.rank} and {@code rmi4mpi.size}, which rmi4mpirun sets.
 * Arguments: the registry's port, iterations, repetitions.
 */
public final class SorByObjects extends SorRank {
    private static final long PATIENCE_MS = 30_000;

    private final NeighbourObject own;
    private final Neighbour above;
    private final Neighbour below;
    private final Neighbour first;

    private SorByObjects(int rank, int ranks, int port) throws Exception {
        super(rank, ranks);
        own = new NeighbourObject(ranks, slice());
        Registry registry =
                rank == 0 ? LocateRegistry.createRegistry(port) : LocateRegistry.getRegistry("localhost", port);
        Remote stub = UnicastRemoteObject.exportObject(own, 0);
        until(() -> {
            registry.rebind("strip" + rank, stub);
            return own;
        });
        above = rank > 0 ? find(registry, rank - 1) : null;
        below = rank < ranks - 1 ? find(registry, rank + 1) : null;
        first = rank > 0 ? find(registry, 0) : own;
        first.maximum(0); // all are there
    }

    private static Neighbour find(Registry registry, int rank) throws Exception {
        return until(() -> (Neighbour) registry.lookup("strip" + rank));
    }

    private interface Attempt {
        Neighbour make() throws Exception;
    }

    /** JVMs start in any order. */
    private static Neighbour until(Attempt attempt) throws Exception {
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
        SorByObjects sor = new SorByObjects(Integer.getInteger("rmi4mpi.rank"), Integer.getInteger("rmi4mpi.size"),
                Integer.parseInt(args[0]));
        for (int i = Integer.parseInt(args[2]); i > 0; i--) {
            sor.repetition(Integer.parseInt(args[1]));
        }
        sor.maximum(0); // nobody may call an object of a JVM that has ended
        while (!UnicastRemoteObject.unexportObject(sor.own, false)) {
            Thread.sleep(1); // the others have their replies first
        }
        System.exit(0);
    }

    @Override
    double maximum(double change) throws RemoteException, InterruptedException {
        return first.maximum(change);
    }

    @Override
    void exchange() throws RemoteException, InterruptedException {
        Slab slice = slice();
        if (above != null) {
            above.deliver(false, slice.row(1));
        }
        if (below != null) {
            below.deliver(true, slice.row(slice.height()));
        }
        phases().ended(Phases.DELIVER);
        if (above != null) {
            slice.setRow(0, own.take(true));
        }
        if (below != null) {
            slice.setRow(slice.height() + 1, own.take(false));
        }
        phases().ended(Phases.TAKE);
    }
}

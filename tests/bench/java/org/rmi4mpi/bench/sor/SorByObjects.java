package org.rmi4mpi.bench.sor;

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

    private final StripObject own;
    private final Strip above;
    private final Strip below;
    private final Strip first;

    private SorByObjects(int rank, int ranks, int port) throws Exception {
        super(rank, ranks);
        own = new StripObject(ranks);
        Registry registry =
                rank == 0 ? LocateRegistry.createRegistry(port) : LocateRegistry.getRegistry("localhost", port);
        until(() -> {
            registry.rebind("strip" + rank, own);
            return own;
        });
        above = rank > 0 ? find(registry, rank - 1) : null;
        below = rank < ranks - 1 ? find(registry, rank + 1) : null;
        first = rank > 0 ? find(registry, 0) : own;
        first.maximum(0); // all are there
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
        Slice slice = slice();
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

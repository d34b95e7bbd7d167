package org.rmi4mpi.bench.sor;

import e16_sor.Neighbour;
import e16_sor.NeighbourObject;
import e16_sor.Slab;
import java.rmi.RemoteException;
import processes.Processes;

/**
 * A program of java.rmi alone. It runs as JVMs on the JDK's RMI, and as ranks by {@code rmi4mpirun --rmi}. Arguments:
 * iterations, repetitions.
 */
public final class SorByObjects extends SorRank {
    private final NeighbourObject own;
    private final Neighbour above;
    private final Neighbour below;
    private final Neighbour first;

    private SorByObjects(Processes processes) throws Exception {
        super(processes.rank(), processes.size());
        int rank = processes.rank();
        own = new NeighbourObject(processes.size(), slice());
        processes.bind("strip", own);
        above = rank > 0 ? processes.find("strip", rank - 1) : null;
        below = rank < processes.size() - 1 ? processes.find("strip", rank + 1) : null;
        first = rank > 0 ? processes.find("strip", 0) : own;
        processes.meet();
    }

    public static void main(String[] args) throws Exception {
        Processes processes = new Processes();
        SorByObjects sor = new SorByObjects(processes);
        for (int i = Integer.parseInt(args[1]); i > 0; i--) {
            sor.repetition(Integer.parseInt(args[0]));
        }
        processes.end();
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

package e02_plate;

import java.rmi.NotBoundException;
import java.rmi.RemoteException;
import java.rmi.registry.Registry;
import mpi.MPI;
import org.rmi4mpi.rmi.LocateRegistry;
import org.rmi4mpi.rmi.UnicastRemoteObject;

/**
 * A slice of rows on each rank. Neighbours deliver border rows by remote calls, which block while there is no room. The
 * slab of rank 0 finds the largest change. In the style of the program that J. Maassen wrote for Manta, which also
 * served to measure KaRMI.
 */
final class RemoteObjects implements Solver {
    private final int rank = MPI.COMM_WORLD.Rank();
    private final int size = MPI.COMM_WORLD.Size();
    private long calls;

    @Override
    public String name() {
        return "remote objects";
    }

    @Override
    public int ranks() {
        return size;
    }

    @Override
    public Solution solve(Problem problem, Progress progress) throws Exception {
        Registry registry = LocateRegistry.getRegistry();
        SlabObject own = new SlabObject(size);
        registry.rebind("slab" + rank, own);
        MPI.COMM_WORLD.Barrier();
        Slab above = rank > 0 ? slab(registry, rank - 1) : null;
        Slab below = rank < size - 1 ? slab(registry, rank + 1) : null;
        Slab root = rank > 0 ? slab(registry, 0) : own;
        calls = 0;

        Slice slice = new Slice(problem, problem.firstRow(rank, size), problem.firstRow(rank + 1, size));
        Iteration iteration = new Iteration(problem, progress);
        while (iteration.goesOn()) {
            exchange(slice, own, above, below);
            double red = slice.relax(Slice.RED);
            exchange(slice, own, above, below);
            double black = slice.relax(Slice.BLACK);
            calls += rank > 0 ? 1 : 0;
            iteration.finished(root.maximum(Math.max(red, black)));
        }
        double seconds = iteration.seconds();
        own.finish(new Slab.Result(slice.ownRows(), calls));
        Solution solution = rank == 0 ? gather(registry, problem, iteration.count(), seconds) : null;
        MPI.COMM_WORLD.Barrier();
        registry.unbind("slab" + rank);
        UnicastRemoteObject.unexportObject(own, true);
        return solution;
    }

    private static Slab slab(Registry registry, int rank) throws RemoteException, NotBoundException {
        return (Slab) registry.lookup("slab" + rank);
    }

    private void exchange(Slice slice, SlabObject own, Slab above, Slab below)
            throws RemoteException, InterruptedException {
        if (above != null) {
            above.deliverBelow(slice.row(1));
            calls++;
        }
        if (below != null) {
            below.deliverAbove(slice.row(slice.height()));
            calls++;
        }
        if (above != null) {
            slice.setRow(0, own.takeAbove());
        }
        if (below != null) {
            slice.setRow(slice.height() + 1, own.takeBelow());
        }
    }

    private Solution gather(Registry registry, Problem problem, int iterations, double seconds) throws Exception {
        double[][] rows = new double[problem.innerRows()][];
        long allCalls = 0;
        for (int other = 0; other < size; other++) {
            Slab.Result result = slab(registry, other).result();
            System.arraycopy(result.rows(), 0, rows, problem.firstRow(other, size) - 1, result.rows().length);
            allCalls += result.remoteCalls();
        }
        return new Solution(rows, iterations, seconds, allCalls);
    }
}

package e20_mandelbrot;

import mpi.MPI;
import org.rmi4mpi.rmi.Ranks;

/** Strips are dealt out to the ranks like cards. Each rank computes its own, and sends them to rank 0. */
final class ByMessages implements Way {
    private final int rank = MPI.COMM_WORLD.Rank();
    private final int size = MPI.COMM_WORLD.Size();

    @Override
    public String name() {
        return "messages";
    }

    @Override
    public int ranks() {
        return size;
    }

    @Override
    public int[][] strips(Fractal fractal) {
        int[][] strips = new int[fractal.strips()][];
        for (int i = rank; i < strips.length; i += size) {
            strips[i] = fractal.strip(i);
            Ranks.progress(i / size + 1, (strips.length - rank - 1) / size + 1);
        }
        for (int i = 0; i < strips.length; i++) {
            if (rank == 0 && i % size > 0) {
                strips[i] = new int[MPI.COMM_WORLD.Probe(i % size, i).Get_count(MPI.INT)];
                MPI.COMM_WORLD.Recv(strips[i], 0, strips[i].length, MPI.INT, i % size, i);
            } else if (rank > 0 && i % size == rank) {
                MPI.COMM_WORLD.Send(strips[i], 0, strips[i].length, MPI.INT, 0, i);
            }
        }
        return rank == 0 ? strips : null;
    }
}

package e20_mandelbrot;

import java.util.stream.IntStream;
import mpi.MPI;

/** Rank 0 computes all strips. */
final class Sequential implements Way {
    @Override
    public String name() {
        return "sequential";
    }

    @Override
    public int ranks() {
        return 1;
    }

    @Override
    public int[][] strips(Fractal fractal) {
        return MPI.COMM_WORLD.Rank() > 0 ? null
                : IntStream.range(0, fractal.strips()).mapToObj(fractal::strip).toArray(int[][]::new);
    }
}

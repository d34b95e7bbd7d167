package e19_pi;

import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;

/** Pi by the midpoint rule, in the spelling of Open MPI's Java bindings. Argument: number of strips. */
public final class Pi {
    private Pi() {}

    public static void main(String[] args) throws MPIException {
        args = MPI.Init(args);
        Intracomm world = MPI.COMM_WORLD;
        int[] strips = {args.length > 0 ? Integer.parseInt(args[0]) : 1_000_000};
        world.bcast(strips, 1, MPI.INT, 0);
        double width = 1.0 / strips[0];
        double[] area = {0};
        for (int i = world.getRank(); i < strips[0]; i += world.getSize()) {
            double x = (i + 0.5) * width;
            area[0] += width * 4 / (1 + x * x);
        }
        world.reduce(area, 1, MPI.DOUBLE, MPI.SUM, 0); // in place
        if (world.getRank() == 0) {
            System.out.printf("pi is %.9f, by %d ranks%n", area[0], world.getSize());
        }
        MPI.Finalize();
    }
}

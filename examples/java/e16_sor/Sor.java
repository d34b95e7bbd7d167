package e16_sor;

import java.util.ArrayList;
import java.util.List;
import processes.Comparison;
import processes.Processes;

/**
 * Successive over-relaxation of a grid, sequentially and by remote objects. Each process has a slab of rows. {@link
 * SorByMessages} and {@link SorByTasks} do the same by other means.
 *
 * <p>Arguments: rows, columns, iterations, how often.
 */
public final class Sor {
    private final Grid grid;
    private final Processes processes;

    /** A size, and how often it is relaxed. */
    record Grid(int rows, int columns, int iterations) {
        /** @param args the defaults where there are none */
        static Grid of(String[] args) {
            return new Grid(number(args, 0, 1024), number(args, 1, 1024), number(args, 2, 100));
        }

        static int number(String[] args, int i, int otherwise) {
            return args.length > i ? Integer.parseInt(args[i]) : otherwise;
        }
    }

    /** The largest change of the last iteration, and the sum of each row. */
    record Result(double largest, List<Double> sums) {
        static Result of(double largest, double[]... sums) {
            List<Double> all = new ArrayList<>();
            for (double[] some : sums) {
                for (double sum : some) {
                    all.add(sum);
                }
            }
            return new Result(largest, all);
        }

        @Override
        public String toString() {
            return "largest change " + largest;
        }
    }

    private Sor(Grid grid, Processes processes) {
        this.grid = grid;
        this.processes = processes;
    }

    public static void main(String[] args) throws Exception {
        Processes processes = new Processes();
        Sor sor = new Sor(Grid.of(args), processes);
        Comparison.run(processes, Grid.number(args, 3, 1), () -> sequential(sor.grid), sor::byObjects);
        processes.end();
    }

    static Result sequential(Grid grid) {
        Slab slab = new Slab(grid.rows, grid.columns, 0, 1);
        double largest = new Relaxation<RuntimeException>(slab) {
            @Override
            protected void exchange() {}

            @Override
            protected double maximum(double change) {
                return change;
            }
        }.run(grid.iterations);
        return Result.of(largest, slab.sums());
    }

    private Result byObjects() throws Exception {
        Slab slab = new Slab(grid.rows, grid.columns, processes.rank(), processes.size());
        double largest = new ByObjects(slab, processes).run(grid.iterations);
        processes.meet();
        double[][] sums = new double[processes.size()][];
        for (int i = 0; processes.rank() == 0 && i < sums.length; i++) {
            Neighbour neighbour = processes.find("neighbour", i);
            sums[i] = neighbour.sums();
        }
        return processes.rank() == 0 ? Result.of(largest, sums) : null;
    }
}

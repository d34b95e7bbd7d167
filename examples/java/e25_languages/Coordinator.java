package e25_languages;

import e02_plate.PlateFile;
import e02_plate.Problem;
import e02_plate.Slice;
import java.nio.file.Files;
import java.nio.file.Path;
import java.rmi.NotBoundException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import mpi.MPI;
import org.rmi4mpi.rmi.Calls;
import org.rmi4mpi.rmi.Naming;

/** Rank 0: gives each strip its part, leads the iteration, and compares the result with that of one thread in Java. */
final class Coordinator {
    private static final int ITERATIONS_BETWEEN_PICTURES = 20;

    private final Problem problem;
    private final Strip[] strips;
    private final Picture picture;

    private Coordinator(Problem problem, Strip[] strips, Picture picture) {
        this.problem = problem;
        this.strips = strips;
        this.picture = picture;
    }

    /** Between this rank and the last one, which has the picture, all ranks have a strip. */
    public static void main(String[] args) throws Exception {
        String[] own = MPI.Init(args);
        Problem problem = PlateFile.read(own[0], Files.readString(Path.of(own[0])));
        Strip[] strips = new Strip[MPI.COMM_WORLD.Size() - 2];
        for (int i = 0; i < strips.length; i++) {
            strips[i] = (Strip) lookup("//rank" + (1 + i) + "/strip");
        }
        Picture picture = (Picture) lookup("//rank" + (1 + strips.length) + "/picture");
        new Coordinator(problem, strips, picture).run();
        MPI.Finalize();
    }

    private static Object lookup(String name) throws Exception {
        while (true) {
            try {
                return Naming.lookup(name);
            } catch (NotBoundException e) {
                Thread.sleep(10); // its rank has not bound it yet
            }
        }
    }

    private void run() throws Exception {
        for (int i = 0; i < strips.length; i++) {
            strips[i].begin(part(problem.firstRow(i, strips.length), problem.firstRow(i + 1, strips.length)),
                    i > 0 ? strips[i - 1] : null, i < strips.length - 1 ? strips[i + 1] : null);
        }
        int iterations = iterate();
        int pictures = picture.draw(strips, iterations);
        System.out.println(strips.length + " strips in C++: " + iterations + " iterations, " + pictures
                + " pictures by Python");
        List<double[]> rows = new ArrayList<>();
        for (Strip strip : strips) {
            rows.addAll(List.of(strip.rows()));
        }
        compare(iterations, rows.toArray(double[][]::new));
    }

    private Part part(int first, int end) {
        double[][] rows = new double[end - first + 2][];
        int[][] free = new int[rows.length][];
        for (int i = 0; i < rows.length; i++) {
            rows[i] = problem.initialRow(first - 1 + i);
            free[i] = problem.freeCells(first - 1 + i);
        }
        return new Part(first, problem.omega(), rows, free);
    }

    /** A picture that is still being drawn is not waited for. */
    private int iterate() throws Exception {
        Picture async = Calls.async(picture);
        CompletableFuture<Integer> drawn = CompletableFuture.completedFuture(0);
        for (int iteration = 1; iteration <= problem.iterationLimit(); iteration++) {
            double change = Math.max(relax(Slice.RED), relax(Slice.BLACK));
            if (change < problem.tolerance()) {
                drawn.get();
                return iteration;
            }
            if (iteration % ITERATIONS_BETWEEN_PICTURES == 1 && drawn.isDone()) {
                drawn.get();
                drawn = Calls.future(async.draw(strips, iteration));
            }
        }
        throw new IllegalStateException("the tolerance is not reached after " + problem.iterationLimit()
                + " iterations: raise it");
    }

    /** All strips at once. Returns their largest change. */
    private double relax(int colour) throws Exception {
        List<CompletableFuture<Double>> changes = new ArrayList<>();
        for (Strip strip : strips) {
            changes.add(Calls.future(Calls.async(strip).relax(colour)));
        }
        double largest = 0;
        for (CompletableFuture<Double> change : changes) {
            largest = Math.max(largest, change.get());
        }
        return largest;
    }

    private void compare(int iterations, double[][] rows) {
        Slice slice = new Slice(problem, 1, problem.rows() - 1);
        int count = 0;
        double change;
        do {
            change = Math.max(slice.relax(Slice.RED), slice.relax(Slice.BLACK));
            count++;
        } while (!(change < problem.tolerance()));
        if (count != iterations || !Arrays.deepEquals(slice.ownRows(), rows)) {
            throw new IllegalStateException("one thread in Java takes " + count + " iterations to other numbers");
        }
        System.out.println("equal to the result of one thread in Java, bit for bit");
    }
}

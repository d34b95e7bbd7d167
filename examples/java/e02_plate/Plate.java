package e02_plate;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import mpi.MPI;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Solves one plate by each solver in turn, in one job, and compares the results. */
@Command(
        name = "Plate",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Finds the temperatures of a heated plate (Laplace's equation, red/black successive over-relaxation)"
                    + " in one MPI job: sequentially, by messages, by remote objects, and where it is started by"
                    + " e02_plate.PlateTasks and --jpvm also by tasks of JPVM. The results"
                    + " must be equal bit for bit. Each way is run on a few rows first, for the JVM's compiler.",
            "",
            "A plate is a CSV file: grid,ROWS,COLUMNS; tolerance,T; edge,TEMPERATURE;"
                    + " rectangle,ROW,COLUMN,HEIGHT,WIDTH,TEMPERATURE, as many as you like.",
            "",
            "  rmi4mpirun -n 2 -cp 'build/examples/*' e02_plate.Plate examples/data/plate.csv",
            ""
        })
public final class Plate implements Callable<Integer> {
    private static final int FAILED = 1;

    @Parameters(paramLabel = "PLATE", description = "the plate's CSV file")
    private Path file;

    @Option(names = "--picture", paramLabel = "FILE", defaultValue = "plate.png",
            description = "where to write the heat map; default ${DEFAULT-VALUE}")
    private Path picture;

    private final int rank = MPI.COMM_WORLD.Rank();
    private final int size = MPI.COMM_WORLD.Size();
    private final List<Solver> solvers =
            new ArrayList<>(List.of(new Sequential(), new MessagePassing(), new RemoteObjects()));

    private Plate(Solver... more) {
        solvers.addAll(List.of(more));
    }

    public static void main(String[] args) throws Exception {
        run(args);
    }

    /** @param more solvers in addition to those that every rank has */
    static void run(String[] args, Solver... more) throws Exception {
        String[] own = MPI.Init(args);
        CommandLine command = new CommandLine(new Plate(more)).setExpandAtFiles(false);
        if (MPI.COMM_WORLD.Rank() != 0) {
            PrintWriter nowhere = new PrintWriter(Writer.nullWriter());
            command.setOut(nowhere).setErr(nowhere);
        }
        Exception[] failure = new Exception[1];
        command.setExecutionExceptionHandler((e, c, r) -> {
            failure[0] = e;
            return FAILED;
        });
        int status = command.execute(own);
        if (failure[0] != null) {
            throw failure[0]; // a failure on one rank ends the job
        }
        MPI.Finalize();
        if (status != 0) {
            System.exit(status);
        }
    }

    @Override
    public Integer call() throws Exception {
        Problem problem = readByRankZero();
        if (problem == null) {
            return FAILED;
        }
        if (rank == 0) {
            System.out.printf(Locale.ROOT, "%s: %d x %d cells, tolerance %.0e, omega %.4f, %d ranks%n", file,
                    problem.rows(), problem.columns(), problem.tolerance(), problem.omega(), size);
        }
        solve(problem.forWarmingUp(size));
        List<Solver.Solution> solutions = solve(problem);
        return rank == 0 ? report(problem, solutions) : 0;
    }

    private List<Solver.Solution> solve(Problem problem) throws Exception {
        List<Solver.Solution> solutions = new ArrayList<>();
        for (Solver solver : solvers) {
            MPI.COMM_WORLD.Barrier();
            Progress progress = new Progress(rank == 0);
            solutions.add(solver.solve(problem, progress));
            progress.end();
        }
        return solutions;
    }

    /** Rank 0 reads the file, or reports an error in it, and broadcasts its text. Returns null on failure. */
    private Problem readByRankZero() {
        byte[] text = null;
        if (rank == 0) {
            try {
                text = Files.readAllBytes(file);
                check(PlateFile.read(file.toString(), new String(text, StandardCharsets.UTF_8)));
            } catch (NoSuchFileException e) {
                text = refuse("there is no file " + file);
            } catch (IOException e) {
                text = refuse("\"" + file + "\" cannot be read (" + e.getMessage() + "): name a plate's CSV file");
            } catch (IllegalArgumentException e) {
                text = refuse(e.getMessage());
            }
        }
        int[] length = {text == null ? -1 : text.length};
        MPI.COMM_WORLD.Bcast(length, 0, 1, MPI.INT, 0);
        if (length[0] < 0) {
            return null;
        }
        byte[] shared = text != null ? text : new byte[length[0]];
        MPI.COMM_WORLD.Bcast(shared, 0, shared.length, MPI.BYTE, 0);
        return PlateFile.read(file.toString(), new String(shared, StandardCharsets.UTF_8));
    }

    private void check(Problem problem) {
        long bytes = 8L * problem.rows() * problem.columns();
        if (2 * bytes > Runtime.getRuntime().maxMemory()) {
            throw new IllegalArgumentException(file + ": a grid of " + problem.rows() + " x " + problem.columns()
                    + " takes " + (2 * bytes >> 20) + " MiB at rank 0 > heap of "
                    + (Runtime.getRuntime().maxMemory() >> 20) + " MiB: take a smaller one, or more heap (-Xmx)");
        }
        if (size > problem.innerRows()) {
            throw new IllegalArgumentException(size + " ranks > " + problem.innerRows() + " rows between the edges of "
                    + file + ": take " + problem.innerRows() + " ranks at most");
        }
    }

    private static byte[] refuse(String why) {
        System.err.println("Plate: " + why);
        return null;
    }

    private int report(Problem problem, List<Solver.Solution> solutions) {
        Solver.Solution first = solutions.get(0);
        System.out.printf("%-16s %5s %10s %9s %12s %8s %14s%n", "variant", "ranks", "iterations", "seconds",
                "ms/iteration", "speed-up", "remote calls/s");
        for (int i = 0; i < solvers.size(); i++) {
            Solver.Solution s = solutions.get(i);
            System.out.printf(Locale.ROOT, "%-16s %5d %10d %9.3f %12.3f %8.2f %14s%n", solvers.get(i).name(),
                    solvers.get(i).ranks(), s.iterations(), s.seconds(), 1000 * s.seconds() / s.iterations(),
                    first.seconds() / s.seconds(),
                    s.remoteCalls() == 0 ? "-" : String.format(Locale.ROOT, "%.0f", s.remoteCalls() / s.seconds()));
        }
        for (int i = 1; i < solvers.size(); i++) {
            String difference = difference(first, solutions.get(i));
            if (difference != null) {
                System.err.println("Plate: " + solvers.get(i).name() + " differs from " + solvers.get(0).name() + ": "
                        + difference);
                return FAILED;
            }
        }
        System.out.println("the " + (solutions.size() == 3 ? "three" : "four") + " grids are equal, bit for bit");
        String subtitle = file.getFileName() + ", " + problem.rows() + " x " + problem.columns() + " cells, "
                + first.iterations() + " iterations";
        try {
            HeatMap.write(problem, first.rows(), subtitle, picture);
        } catch (IOException e) {
            System.err.println("Plate: the picture cannot be written to " + picture + " (" + e.getMessage()
                    + "): name another file by --picture");
            return FAILED;
        }
        System.out.println("picture: " + picture);
        return 0;
    }

    /** Returns null if two solutions are equal to the last bit. */
    private static String difference(Solver.Solution a, Solver.Solution b) {
        if (a.iterations() != b.iterations()) {
            return a.iterations() + " iterations against " + b.iterations();
        }
        for (int i = 0; i < a.rows().length; i++) {
            int j = Arrays.mismatch(a.rows()[i], b.rows()[i]);
            if (j >= 0) {
                return "row " + (i + 1) + ", column " + j + ": " + a.rows()[i][j] + " against " + b.rows()[i][j];
            }
        }
        return null;
    }
}

package org.rmi4mpi.tests.documents;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.greaterThan;
import static org.hamcrest.Matchers.instanceOf;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.stringContainsInOrder;
import static org.junit.Assert.assertThrows;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import javax.imageio.ImageIO;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.rmi4mpi.tests.jobs.Programs;
import org.rmi4mpi.tests.runner.Deadline;
import org.rmi4mpi.tests.runner.OneJdk;
import org.rmi4mpi.tests.runner.Processes;

/** The heated plate, as make run starts it. */
@Deadline(180)
@OneJdk
public class PlateTest {
    @Rule
    public final TemporaryFolder folder = new TemporaryFolder();

    private Processes.Outcome solve(int ranks, String plate) throws Exception {
        Path root = Path.of("").toAbsolutePath();
        return Processes.run(Programs.JAVA_HOME, 60, Map.of(),
                Programs.command(List.of("-n", "" + ranks, "-cp", root.resolve("build/examples") + "/*",
                        "e02_plate.Plate", "--picture", folder.getRoot().toPath().resolve("plate.png").toString(),
                        plate)));
    }

    @Test
    public void tasksOfJpvmAgreeWithAllOthers() throws Exception {
        Path root = Path.of("").toAbsolutePath();
        String tiny = write("grid,30,40", "tolerance,1e-4", "rectangle,5,5,4,10,80", "edge,10");
        for (int ranks : new int[] {1, 3}) {
            String plate = ranks == 1 ? "examples/data/small.csv" : tiny;
            Processes.Outcome outcome = Processes.run(Programs.JAVA_HOME, 60, Map.of(),
                    Programs.command(List.of("--jpvm", "-Drmi4mpi.strict=1",
                            "-n", "" + ranks, "-cp", root.resolve("build/examples") + "/*", "e02_plate.PlateTasks",
                            "--picture",
                            folder.getRoot().toPath().resolve("plate.png").toString(), plate)));
            assertThat(outcome.output(), outcome.status(), is(0));
            assertThat(outcome.output(), stringContainsInOrder("message passing", "remote objects", "JPVM",
                    "the four grids are equal, bit for bit"));
            assertThat(outcome.output(), not(containsString("strict mode")));
        }
    }

    private String write(String... lines) throws Exception {
        Path file = folder.getRoot().toPath().resolve("some.csv");
        Files.write(file, List.of(lines));
        return file.toString();
    }

    @Test
    public void asManyRanksAsRows() throws Exception {
        String plate = write("grid,6,30", "tolerance,1e-6", "rectangle,2,2,1,1,50");
        Processes.Outcome outcome = solve(4, plate);
        assertThat(outcome.output(), outcome.status(), is(0));
        assertThat(outcome.output(), stringContainsInOrder("sequential", "message passing", "remote objects",
                "the three grids are equal, bit for bit"));
        Path picture = folder.getRoot().toPath().resolve("plate.png");
        assertThat(ImageIO.read(picture.toFile()).getWidth(), greaterThan(400));
        refused(5, plate, "5 ranks > 4 rows");
    }

    private void refused(int ranks, String plate, String... words) throws Exception {
        Processes.Outcome outcome = solve(ranks, plate);
        assertThat(outcome.output(), outcome.status(), not(is(0)));
        assertThat(outcome.output(), outcome.inTime(), is(true));
        assertThat(outcome.output(), stringContainsInOrder(words));
        assertThat(outcome.output(), not(containsString("Exception")));
    }

    @Test
    public void wrongFilesAreRefusedWithLineAndExpectation() throws Exception {
        refused(2, "no/such.csv", "there is no file no/such.csv");
        refused(2, write("grid,10,10", "tolerance,zero"), "line 2", "\"zero\"", "expected a number");
        refused(1, write("grid,99999,99999", "tolerance,1"), "heap");
        refused(1, folder.getRoot().toString(), "cannot be read", "CSV file");
    }

    @Test
    public void eachLineOfAFileIsChecked() throws Exception {
        wrong(List.of("# c", "", "grid,10"), "line 3", "expected grid,ROWS,COLUMNS");
        wrong(List.of("grid,10,10", "tolerance,1e-3", "", "rectangle,8,0,3,1,5"), "line 4",
                "outside the grid of 10 x 10");
        wrong(List.of("grid,10,10", "tolerance,1e-3", "circle,1"), "line 3", "\"circle\"", "expected grid, tolerance");
        wrong(List.of("grid,2,10", "tolerance,1e-3"), "line 1", "ROWS = \"2\"", "from 3");
        wrong(List.of("grid,10,10", "tolerance,-1"), "line 2", "above 0");
        wrong(List.of("tolerance,1"), "there is no line grid");
        wrong(List.of("grid,10,10", "tolerance,1", "edge,\"unclosed"), "line 3", "CSV");
        wrong(List.of("grid,10,10", "grid,20,20", "tolerance,1"), "line 2", "second time");
        wrong(List.of("grid,10,10", "tolerance,1", "edge,1e308"), "line 3", "expected at most");
    }

    private static void wrong(List<String> lines, String... words) throws Exception {
        Method read = Class.forName("e02_plate.PlateFile").getDeclaredMethod("read", String.class, String.class);
        read.setAccessible(true); // a program's own
        InvocationTargetException e = assertThrows(InvocationTargetException.class,
                () -> read.invoke(null, "plate.csv", String.join("\n", lines) + "\n"));
        assertThat(e.getCause(), instanceOf(IllegalArgumentException.class));
        assertThat(e.getCause().getMessage(), stringContainsInOrder(words));
    }

    @Test
    public void aToleranceOutOfReachEndsTheJob() throws Exception {
        Processes.Outcome outcome = solve(2, write("grid,50,50", "tolerance,1e-300", "edge,10",
                "rectangle,10,10,5,5,77"));
        assertThat(outcome.output(), outcome.inTime(), is(true));
        assertThat(outcome.output(), outcome.status(), not(is(0)));
        assertThat(outcome.output(), containsString("raise the tolerance"));
    }

    @Test
    public void aMarkOfUtf8IsNoPartOfTheFile() throws Exception {
        assertThat(solve(1, write("\uFEFFgrid,10,10", "tolerance,1")).output(), containsString("equal, bit for bit"));
    }
}

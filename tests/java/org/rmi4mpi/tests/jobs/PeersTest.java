package org.rmi4mpi.tests.jobs;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.greaterThan;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;

import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import javax.imageio.ImageIO;
import org.junit.Assume;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.rmi4mpi.tests.runner.Deadline;
import org.rmi4mpi.tests.runner.OneJdk;
import org.rmi4mpi.tests.runner.Processes;
import org.rmi4mpi.wire.PeerCodes;
import org.rmi4mpi.wire.PeerFrame;

/** Remote objects of ranks in Python, in jobs of {@code rmi4mpirun --program}. */
@Deadline(90)
@OneJdk
public class PeersTest {
    private static final int SECONDS = 60;
    private static final Path ROOT = Path.of("").toAbsolutePath();
    private static final Path PYTHON = ROOT.resolve("build/tests/python");
    private static final Map<String, String> ENVIRONMENT =
            Map.of("PYTHONPATH", ROOT.resolve("peers/python").toString(), "ASAN_OPTIONS", "detect_leaks=0");

    @Rule
    public final TemporaryFolder folder = new TemporaryFolder();

    private static Processes.Outcome run(String... words) throws Exception {
        Assume.assumeTrue("no mpi4py, scripts/setup-mpi4py tells why", Files.isExecutable(PYTHON));
        return Processes.run(Programs.JAVA_HOME, SECONDS, ENVIRONMENT, Programs.command(List.of(words)));
    }

    /** One rank in Java, two in Python and one in C++: each calls the objects of all others. */
    @Test
    public void eachLanguageCallsEach() throws Exception {
        Processes.Outcome outcome =
                run("-n", "1", "-cp", JobTest.CLASSES, "org.rmi4mpi.tests.programs.Languages", "1", "2", "3",
                        ":", "-n", "2", "--program", PYTHON.toString(), "tests/python/languages.py", "1", "2", "3",
                        ":", "-n", "1", "--program", ROOT.resolve("build/tests/languages").toString(), "1", "2", "3");
        assertThat(outcome.output(), outcome.inTime(), is(true));
        assertThat(outcome.output(), outcome.status(), is(0));
        assertThat(outcome.output(), containsString("languages in Java: all as expected"));
        assertThat(outcome.output().split("languages in Python: all as expected", -1).length, is(3));
        assertThat(outcome.output(), containsString("languages in C++: all as expected"));
        assertThat(outcome.output(), not(containsString("rmi4mpi: rank")));
    }

    @Test
    public void plateInThreeLanguages() throws Exception {
        Path picture = folder.getRoot().toPath().resolve("plate.png");
        Processes.Outcome outcome =
                run("-n", "1", "-cp", ROOT.resolve("build/examples") + "/*", "e25_languages.Coordinator",
                        "examples/data/small.csv", ":", "-n", "2", "--program",
                        ROOT.resolve("build/tests/strip").toString(), ":", "-n", "1", "--program", PYTHON.toString(),
                        "examples/python/e25_languages.py", picture.toString());
        assertThat(outcome.output(), outcome.inTime(), is(true));
        assertThat(outcome.output(), outcome.status(), is(0));
        assertThat(outcome.output(), containsString("2 strips in C++: 361 iterations"));
        assertThat(outcome.output(), containsString("equal to the result of one thread in Java, bit for bit"));
        assertThat(ImageIO.read(picture.toFile()).getWidth(), is(200));
    }

    @Test
    public void anExceptionThatLeavesPythonEndsTheJob() throws Exception {
        Processes.Outcome outcome = run("-n", "1", "-cp", JobTest.CLASSES, "org.rmi4mpi.tests.programs.Languages", "1",
                ":", "-n", "1", "--program", PYTHON.toString(), "-c",
                "import rmi4mpi\nwith rmi4mpi.Job() as job:\n  job.lookup('//rank0/none', 0)");
        assertThat(outcome.output(), outcome.inTime(), is(true));
        assertThat(outcome.output(), outcome.status(), not(is(0)));
        assertThat(outcome.output(), containsString("none: not bound in the registry of rank 0"));
        assertThat(outcome.output(), containsString("rmi4mpi: rank 1 in Python: the exception above leaves the job"));
    }

    /** A rank that has failed outside of its with block, or that has ended before it has joined. */
    @Test
    public void aProgramInPythonThatFailsEndsTheJob() throws Exception {
        String failed = "rmi4mpi: a rank in Python ends by an exception, or could not join the job";
        Map<String, String> programs =
                new HashMap<>(Map.of("import rmi4mpi\njob = rmi4mpi.Job()\nraise ValueError('x')", failed,
                        "import os, rmi4mpi\nos.environ['RMI4MPI_JAVA'] = ''\nrmi4mpi.Job()", failed,
                        "from mpi4py import MPI\nimport rmi4mpi", failed));
        if (!Files.readString(ROOT.resolve("build/lib/rmi4mpi.conf")).contains("MPICH")) { // which says nothing of it
            programs.put("from mpi4py import MPI\nraise ValueError('x')", "ValueError: x");
            programs.put("from mpi4py import MPI", "mpirun");
        }
        for (String program : programs.keySet()) {
            Processes.Outcome outcome = run("-n", "1", "-cp", JobTest.CLASSES, "org.rmi4mpi.tests.programs.Languages",
                    "1", ":", "-n", "1", "--program", PYTHON.toString(), "-c", program);
            assertThat(outcome.output(), outcome.inTime(), is(true));
            assertThat(outcome.output(), outcome.status(), not(is(0)));
            assertThat(outcome.output(), containsString(programs.get(program)));
        }
    }

    @Test
    public void aJobWithoutJavaIsRefused() throws Exception {
        Processes.Outcome outcome = Processes.run(Programs.JAVA_HOME, SECONDS, ENVIRONMENT,
                Programs.command(List.of("-n", "2", "--program", "python3", "peer.py")));
        assertThat(outcome.output(),
                containsString("--program adds ranks of another language to a job with ranks in Java"));
        assertThat(outcome.output(), outcome.status(), not(is(0)));
    }

    /** Python has the numbers of Java, and so has the header for C. */
    @Test
    public void allLanguagesHaveTheSameNumbers() throws Exception {
        String python =
                Files.readString(ROOT.resolve("peers/python/rmi4mpi/wire.py")).replace("1 << 36", "68719476736");
        String c = Files.readString(ROOT.resolve("build/include/rmi4mpi_wire.h"));
        for (Class<?> each : List.of(PeerFrame.class, PeerCodes.class)) {
            for (Field field : each.getFields()) {
                String number = field.get(null).toString();
                assertThat(c, containsString("#define RMI4MPI_WIRE_" + field.getName() + " " + number));
                if (!field.getName().endsWith("_OFFSET")) {
                    String hexadecimal = Integer.toHexString(((Number) field.get(null)).intValue());
                    assertThat(field.getName(), Pattern.compile("(?mi)^" + field.getName() + " = (" + number + "|0x"
                            + hexadecimal + ")$").matcher(python).find(), is(true));
                }
            }
        }
    }

    /** The constants of the module for Fortran are those of the header for C. */
    @Test
    public void fortranHasTheNumbersOfTheHeader() throws Exception {
        Map<String, Integer> header = new HashMap<>();
        String c = Files.readString(ROOT.resolve("peers/c/rmi4mpi.h")).replaceAll("(?s)/\\*.*?\\*/", "");
        Pattern.compile("(?s)enum \\{(.*?)\\}").matcher(c).results().forEach(each -> {
            int next = 0;
            for (String word : each.group(1).split(",")) {
                String[] parts = word.strip().split(" *= *");
                next = parts.length > 1 ? Integer.parseInt(parts[1]) : next;
                header.put(parts[0], next++);
            }
        });
        List<MatchResult> constants = Pattern.compile("(RMI4MPI_\\w+) = (\\d+)")
                .matcher(Files.readString(ROOT.resolve("peers/fortran/rmi4mpi.f90"))).results().toList();
        assertThat(constants.size(), greaterThan(10));
        for (MatchResult each : constants) {
            assertThat(each.group(), header.get(each.group(1)), is(Integer.valueOf(each.group(2))));
        }
    }
}

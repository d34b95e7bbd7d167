package org.rmi4mpi.tests.jobs;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;
import org.rmi4mpi.tests.runner.Deadline;
import org.rmi4mpi.tests.runner.InCheck;
import org.rmi4mpi.tests.runner.OneJdk;
import org.rmi4mpi.tests.runner.Processes;

/** Programs that cannot be started by their command line. One line tells the reason and the remedy. */
@Deadline(90)
@OneJdk
public class StartTest {
    private static final int SECONDS = 30;
    private static final String WELL = "org.rmi4mpi.tests.programs.Misbehave";

    private Path folder;

    @Before
    public void makeFolder() throws IOException {
        folder = Files.createTempDirectory("rmi4mpi-start");
    }

    @After
    public void removeFolder() throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(java.util.Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    private static void refused(int ranks, String words, String... arguments) throws Exception {
        List<String> all = new ArrayList<>(List.of("-n", "" + ranks));
        all.addAll(List.of(arguments));
        refused(words, Programs.command(all));
    }

    private static void refused(String words, List<String> command) throws Exception {
        Processes.Outcome outcome = Processes.run(Programs.JAVA_HOME, SECONDS, Map.of(), command);
        assertThat("ended in time: " + outcome.output(), outcome.inTime(), is(true));
        assertThat(outcome.output(), outcome.status(), not(0));
        assertThat(outcome.output(), containsString(words));
        Programs.assertNoBox(outcome);
        assertThat("without a stack", outcome.output(), not(containsString("\tat ")));
    }

    @Test
    @InCheck
    public void aClassThatIsNotThereHasItsNearestNamed() throws Exception {
        refused(2, "there is no class Misbehave on the class path " + JobTest.CLASSES
                + ": did you mean org.rmi4mpi.tests.programs.Misbehave?", "-cp", JobTest.CLASSES, "Misbehave");
        refused(1, "did you mean org.rmi4mpi.tests.programs.Misbehave?", "-cp", JobTest.CLASSES,
                "org.rmi4mpi.tests.programs.Misbehav");
        refused(1, "/no/such.jar (which is not there on host ", "-cp", "/no/such.jar", "Main");
        refused(1, "name the class, not its file: Main", "-cp", folder.toString(), "Main.java");
    }

    /** The shell writes the names, so that they do not depend on the locale of this JVM. */
    @Test
    public void namesThatTheLocaleDoesNotHaveAreTold() throws Exception {
        for (String names : List.of("x Gr\\303\\266n", "gr\\303\\266n Main")) {
            refused("does not have all characters of the names of this class, class path or folder: start the job with"
                    + " LC_ALL=C.UTF-8",
                    List.of("sh", "-c", "LC_ALL=C exec " + Programs.LAUNCHER + " -n 1 -cp $(printf '" + names + "')"));
        }
    }

    @Test
    public void aProgramOfRmiThatIsNotThereDoes() throws Exception {
        refused(1, "there is no class no.such.Main on the class path", "--rmi", "-cp", JobTest.CLASSES, "no.such.Main");
    }

    @Test
    public void aClassWithoutAMainMethodIsTold() throws Exception {
        refused(1, "has no method public static void main(String[] args): it has no method of that name", "-cp",
                JobTest.CLASSES, StartTest.class.getName());
    }

    /** Returns the output of a job that ends well. */
    private static String starts(String... words) throws Exception {
        return starts(Map.of(), Programs.command(List.of(words)));
    }

    private static String starts(Map<String, String> environment, List<String> command) throws Exception {
        Processes.Outcome outcome = Processes.run(Programs.JAVA_HOME, SECONDS, environment, command);
        assertThat(outcome.output(), outcome.status(), is(0));
        return outcome.output();
    }

    private static long linesWith(String text, String output) {
        return output.lines().filter(line -> line.contains(text)).count();
    }

    @Test
    public void aMisspeltOptionIsToldOnce() throws Exception {
        String output = starts("-n", "2", "-Drmi4mpi.pols=5", "-cp", JobTest.CLASSES, WELL, "well");
        assertThat(output, linesWith("rmi4mpi: nothing reads -Drmi4mpi.pols: the nearest option is -Drmi4mpi.polls, ",
                output), is(1L));
        assertThat("known ones are not told", starts("--stats", "-n", "1", "-Drmi4mpi.polls=5", "-cp", JobTest.CLASSES,
                WELL, "well"), not(containsString("nothing reads")));
    }

    @Test
    public void aJarWithoutAMainClassIsTold() throws Exception {
        Path empty = folder.resolve("empty.jar");
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(empty))) {
            zip.putNextEntry(new ZipEntry("nothing"));
        }
        refused(1, "empty.jar has no Main-Class in its manifest: name the class by -cp", "-jar", empty.toString());
        Path text = Files.writeString(folder.resolve("text.jar"), "text");
        refused(1, "text.jar is not a jar file", "-jar", text.toString());
    }
}

package org.rmi4mpi.tests.jobs;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.greaterThanOrEqualTo;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.rmi4mpi.tests.runner.Deadline;
import org.rmi4mpi.tests.runner.OneJdk;
import org.rmi4mpi.tests.runner.Processes;

/** The recordings of {@code rmi4mpirun --jfr}. */
@Deadline(90)
@OneJdk
public class FlightTest {
    private static final int SECONDS = 60;

    @Rule
    public final TemporaryFolder folder = new TemporaryFolder();

    private Processes.Outcome record(String... program) throws Exception {
        List<String> command = new ArrayList<>(
                List.of("--jfr", folder.getRoot().toString(), "-n", "2", "-cp", JobTest.CLASSES));
        command.addAll(List.of(program));
        return Processes.run(Programs.JAVA_HOME, SECONDS, Map.of(), Programs.command(command));
    }

    private List<RecordedEvent> events(int rank, String name) throws Exception {
        Path file = folder.getRoot().toPath().resolve("rank-" + rank + ".jfr");
        return RecordingFile.readAllEvents(file).stream().filter(each -> each.getEventType().getName().equals(name))
                .toList();
    }

    @Test
    public void eachRankHasARecordingOfItsCallsAndStalls() throws Exception {
        Processes.Outcome outcome = record("org.rmi4mpi.tests.programs.Recorded");
        assertThat(outcome.output(), outcome.status(), is(0));
        List<String> called =
                events(0, "org.rmi4mpi.flight.Call").stream().map(each -> each.getString("method")).toList();
        assertThat(called, hasItem("org.rmi4mpi.tests.programs.Recorded$Slow.takeLong"));
        RecordedEvent method = events(1, "org.rmi4mpi.flight.Method").stream()
                .filter(each -> each.getString("method").endsWith("takeLong")).findFirst().orElseThrow();
        assertThat(method.getInt("caller"), is(0));
        RecordedEvent large = events(0, "org.rmi4mpi.flight.LargeTransfer").stream()
                .filter(each -> each.getString("name").endsWith("takeLong")).findFirst().orElseThrow();
        assertThat(large.getLong("bytes"), greaterThanOrEqualTo(1L << 20));
        assertThat("rank 1 slept in Recv", events(1, "org.rmi4mpi.flight.Stall").stream()
                .filter(each -> each.getString("awaited").startsWith("Recv")).toList().isEmpty(), is(false));
        assertThat("a long method leaves the lead", events(1, "org.rmi4mpi.flight.HandOver").isEmpty(), is(false));
    }

    @Test
    public void aJobThatEndsEarlyIsRecorded() throws Exception {
        Processes.Outcome outcome = record("org.rmi4mpi.tests.programs.Recorded", "early");
        assertThat(outcome.output(), outcome.status(), not(0));
        assertThat(events(0, "org.rmi4mpi.flight.Call").isEmpty(), is(false));
    }
}

package org.rmi4mpi.tests.jobs;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.allOf;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.greaterThan;
import static org.hamcrest.Matchers.greaterThanOrEqualTo;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.lessThanOrEqualTo;
import static org.hamcrest.Matchers.not;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.rmi4mpi.tests.runner.Deadline;
import org.rmi4mpi.tests.runner.OneJdk;
import org.rmi4mpi.tests.runner.Processes;

/** The table of {@code --stats}, and the file of {@code --figures}. */
@Deadline(60)
@OneJdk
public class FiguresTest {
    private static final int SECONDS = 40;
    private static final String PROGRAMS = "org.rmi4mpi.tests.programs.";

    @Rule
    public final TemporaryFolder folder = new TemporaryFolder();

    private Path file() {
        return folder.getRoot().toPath().resolve("job.json");
    }

    private Processes.Outcome run(int ranks, String... program) throws Exception {
        List<String> command = new ArrayList<>(
                List.of("--figures", file().toString(), "-n", "" + ranks, "-cp", JpvmTest.PROGRAMS));
        command.addAll(List.of(program));
        return Processes.run(Programs.JAVA_HOME, SECONDS, Map.of(), Programs.command(command));
    }

    private static JsonObject read(Path file) throws Exception {
        return JsonParser.parseString(Files.readString(file)).getAsJsonObject();
    }

    private static JsonObject named(JsonObject job, String kind, String name) {
        JsonArray all = job.getAsJsonArray(kind);
        return StreamSupport.stream(all.spliterator(), false).map(JsonElement::getAsJsonObject)
                .filter(each -> each.get("name").getAsString().equals(name)).findFirst()
                .orElseThrow(() -> new AssertionError(name + " is not among " + all));
    }

    private static long count(JsonObject job, String kind, String name) {
        return named(job, kind, name).get("count").getAsLong();
    }

    @Test
    public void callsMethodsAndCollectivesAreCountedAndTimed() throws Exception {
        Processes.Outcome outcome = run(3, PROGRAMS + "Counted");
        assertThat(outcome.output(), outcome.status(), is(0));
        JsonObject job = read(file());
        String method = PROGRAMS + "Counted$Answer.of";
        assertThat(count(job, "calls", method), is(300L));
        assertThat(count(job, "methods", method), is(300L));
        JsonObject calls = named(job, "calls", method);
        assertThat("an int and a header each", calls.get("bytes").getAsLong(), greaterThan(300L * Integer.BYTES));
        double median = calls.get("median_us").getAsDouble();
        assertThat(median, greaterThan(0.0));
        assertThat(calls.get("p99_us").getAsDouble(), greaterThanOrEqualTo(median));
        assertThat(named(job, "methods", method).get("median_us").getAsDouble(), greaterThan(0.0));
        assertThat(count(job, "collectives", "Barrier"), is(3L));
        assertThat("to the next rank", job.getAsJsonArray("pairs").asList().stream().map(JsonElement::getAsJsonObject)
                .filter(each -> each.get("to").getAsInt() == (each.get("from").getAsInt() + 1) % 3)
                .mapToLong(each -> each.get("calls").getAsLong()).sum(), greaterThanOrEqualTo(300L));
        assertThat(outcome.output(), allOf(containsString("Counted$Answer.of"), containsString("Barrier"),
                containsString("load balance"), containsString("bytes to")));
    }

    @Test
    public void messagesAndWaitsOfEachRankAreTold() throws Exception {
        Processes.Outcome outcome = run(2, PROGRAMS + "Traced", "10");
        assertThat(outcome.output(), outcome.status(), is(0));
        JsonObject job = read(file());
        assertThat(count(job, "sent", "Send"), is(1L));
        assertThat(named(job, "sent", "Send").get("bytes").getAsLong(), is((long) Integer.BYTES));
        assertThat(count(job, "received", "Recv"), is(1L));
        assertThat(named(job, "received", "Recv").get("bytes").getAsLong(), is((long) Integer.BYTES));
        String steps = PROGRAMS + "Traced$Steps.";
        assertThat("asynchronous", count(job, "calls", steps + "later"), is(2L));
        assertThat("one-way", count(job, "calls", steps + "note"), is(2L));
        assertThat(job.getAsJsonArray("ranks").size(), is(2));
        JsonObject receiver = job.getAsJsonArray("ranks").get(1).getAsJsonObject();
        JsonObject waits = receiver.getAsJsonObject("waits_s");
        assertThat("rank 1 slept until the message came", waits.get("messages").getAsDouble(), greaterThan(0.0));
        assertThat(waits.get("calls").getAsDouble(), greaterThan(0.0));
        assertThat(waits.get("messages").getAsDouble(),
                lessThanOrEqualTo(receiver.get("elapsed_s").getAsDouble()));
    }

    @Test
    public void messagesAndWaitsOfTasksAreTold() throws Exception {
        Processes.Outcome outcome = run(2, "--jpvm", "org.rmi4mpi.tests.tasks.Letters");
        assertThat(outcome.output(), outcome.status(), is(0));
        JsonObject job = read(file());
        assertThat(count(job, "sent", "pvm_send"), greaterThanOrEqualTo(count(job, "received", "pvm_recv")));
        assertThat(named(job, "received", "pvm_recv").get("bytes").getAsLong(), greaterThan(0L));
        assertThat("between the ranks", job.getAsJsonArray("pairs").asList().stream().map(JsonElement::getAsJsonObject)
                .filter(each -> !each.get("from").equals(each.get("to")))
                .mapToLong(each -> each.get("messages").getAsLong()).min().orElse(0), greaterThan(0L));
        for (JsonElement each : job.getAsJsonArray("ranks")) {
            JsonObject rank = each.getAsJsonObject();
            assertThat(rank.getAsJsonObject("waits_s").get("messages").getAsDouble(), greaterThan(0.0));
            assertThat(rank.get("busy_s").getAsDouble(), greaterThan(0.0));
        }
    }

    @Test
    public void aJobThatEndsEarlyTellsTheFiguresOfEachRank() throws Exception {
        Processes.Outcome outcome = run(2, PROGRAMS + "Traced", "10", "early");
        assertThat(outcome.output(), outcome.status(), not(0));
        assertThat(count(read(file().resolveSibling("rank0-job.json")), "calls", PROGRAMS + "Traced$Steps.twice"),
                greaterThanOrEqualTo(10L));
        assertThat(outcome.output(), containsString("Traced$Steps.twice"));
    }

    @Test
    public void startedOperationsAreTimedToTheirEnd() throws Exception {
        Processes.Outcome outcome = run(2, PROGRAMS + "Started");
        assertThat(outcome.output(), outcome.status(), is(0));
        JsonObject job = read(file());
        assertThat(count(job, "sent", "Isend"), is(2L));
        assertThat(count(job, "received", "Irecv"), is(2L));
        assertThat(count(job, "collectives", "iAllReduce"), is(2L));
        assertThat("each rank gives two ints", named(job, "collectives", "iAllReduce").get("bytes").getAsLong(),
                is(4L * Integer.BYTES));
        assertThat(count(job, "received", "Sendrecv"), is(2L));
        assertThat(named(job, "received", "Irecv").get("bytes").getAsLong(), is(6L * Integer.BYTES));
    }
}

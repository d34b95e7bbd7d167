package org.rmi4mpi.tests.jobs;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.aMapWithSize;
import static org.hamcrest.Matchers.both;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.greaterThan;
import static org.hamcrest.Matchers.greaterThanOrEqualTo;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.lessThanOrEqualTo;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.startsWith;
import static org.rmi4mpi.tests.jobs.ChromeTrace.end;
import static org.rmi4mpi.tests.jobs.ChromeTrace.text;
import static org.rmi4mpi.tests.jobs.ChromeTrace.time;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.zip.GZIPInputStream;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.rmi4mpi.tests.runner.Deadline;
import org.rmi4mpi.tests.runner.OneJdk;
import org.rmi4mpi.tests.runner.Processes;

/** The files of {@code rmi4mpirun --trace}. */
@Deadline(60)
@OneJdk
public class TraceTest {
    private static final int SECONDS = 40;
    private static final String STEPS = "org.rmi4mpi.tests.programs.Traced$Steps.";

    @Rule
    public final TemporaryFolder folder = new TemporaryFolder();

    private Processes.Outcome trace(Path file, int ranks, String... words) throws Exception {
        List<String> command = new ArrayList<>(List.of("--trace", file.toString(), "-n", "" + ranks));
        command.addAll(List.of(words));
        return Processes.run(Programs.JAVA_HOME, SECONDS, Map.of(), Programs.command(command));
    }

    private Processes.Outcome traceCalls(Path file, int ranks, int calls) throws Exception {
        Processes.Outcome outcome = trace(file, ranks, "-cp", JobTest.CLASSES, "org.rmi4mpi.tests.programs.Traced",
                "" + calls);
        assertThat(outcome.output(), outcome.status(), is(0));
        assertThat(outcome.output(), containsString(file + " at https://ui.perfetto.dev"));
        return outcome;
    }

    private static List<JsonObject> events(Reader text) throws Exception {
        List<JsonObject> all = new ArrayList<>();
        try (text) {
            JsonParser.parseReader(text).getAsJsonArray().forEach(each -> all.add(each.getAsJsonObject()));
        }
        ChromeTrace.check(all);
        return all;
    }

    private static List<JsonObject> events(Path file) throws Exception {
        return events(Files.newBufferedReader(file));
    }

    private static List<JsonObject> of(List<JsonObject> events, String phase, String nameBegins) {
        return events.stream().filter(each -> text(each, "ph").equals(phase)
                && text(each, "name").startsWith(nameBegins)).toList();
    }

    /** The thread and the time of an event, at which one slice begins. */
    private static String place(JsonObject event) {
        return event.get("pid") + "/" + event.get("tid") + "/" + event.get("ts");
    }

    @Test
    public void callsAndTheirMethodsAreJoinedByArrows() throws Exception {
        Path file = folder.getRoot().toPath().resolve("job.json");
        traceCalls(file, 3, 20);
        List<JsonObject> events = events(file);
        assertThat(of(events, "M", "process_name").stream().map(each -> each.get("pid").getAsInt()).sorted()
                .toList(),
                is(List.of(0, 1, 2)));
        // 20 and those within twiceByNext, by each rank
        assertThat(of(events, "X", STEPS + "twice at rank 1"), hasSize(21));
        assertThat(of(events, "X", STEPS + "twice").stream()
                .filter(each -> text(each, "cat").equals("method")).toList(), hasSize(3 * 22));
        Map<String, JsonObject> begins = new HashMap<>();
        Map<String, JsonObject> slices = new HashMap<>();
        of(events, "X", "").forEach(each -> slices.put(place(each), each));
        of(events, "s", "call").forEach(each -> begins.put(text(each, "id"), each));
        List<JsonObject> ends = of(events, "f", "call");
        assertThat(ends, hasSize(greaterThan(3 * 22)));
        for (JsonObject end : ends) {
            JsonObject begin = begins.get(text(end, "id"));
            if (begin != null) { // else it is a call whose outcome a future takes
                assertThat("at another rank", end.get("pid"), not(begin.get("pid")));
                assertThat("the method before the call ends", end(slices.get(place(begin))),
                        greaterThanOrEqualTo(time(end)));
            }
        }
        assertThat(begins, aMapWithSize(greaterThan(3 * 21)));
    }

    @Test
    public void aCallWithinAMethodIsASliceWithinItsSlice() throws Exception {
        Path file = folder.getRoot().toPath().resolve("job.json.gz");
        traceCalls(file, 2, 1);
        List<JsonObject> events = events(new InputStreamReader(new GZIPInputStream(Files.newInputStream(file)),
                StandardCharsets.UTF_8));
        List<JsonObject> outer = of(events, "X", STEPS + "twiceByNext").stream()
                .filter(each -> text(each, "cat").equals("method")).toList();
        assertThat(outer, hasSize(2));
        for (JsonObject method : outer) {
            List<JsonObject> inner = of(events, "X", STEPS + "twice at rank").stream()
                    .filter(each -> each.get("pid").equals(method.get("pid"))
                            && each.get("tid").equals(method.get("tid"))
                            && time(each) >= time(method))
                    .toList();
            assertThat(inner, not(empty()));
            assertThat(end(inner.get(0)), lessThanOrEqualTo(end(method)));
        }
        assertThat("asynchronous calls", of(events, "b", STEPS + "later at rank"), hasSize(2));
        assertThat(of(events, "e", STEPS + "later at rank"), hasSize(2));
        assertThat("one-way calls", of(events, "i", STEPS + "note at rank"), hasSize(2));
        assertThat(events.stream().filter(each -> text(each, "cat").equals("wait"))
                .map(each -> text(each, "name")).toList(), hasItem(startsWith("Recv")));
    }

    @Test
    public void messagesAreJoinedByArrowsAndCollectiveOperationsAreSlices() throws Exception {
        Path file = folder.getRoot().toPath().resolve("job.json");
        traceCalls(file, 2, 1);
        List<JsonObject> events = events(file);
        JsonObject sent = of(events, "X", "Send to rank 1").get(0);
        JsonObject received = of(events, "X", "Recv from rank 0").get(0);
        assertThat(sent.getAsJsonObject("args").get("tag").getAsInt(), is(7));
        assertThat(received.getAsJsonObject("args").get("bytes").getAsLong(), is((long) Integer.BYTES));
        assertThat(end(received), greaterThanOrEqualTo(time(sent)));
        JsonObject leaves = of(events, "s", "message").get(0);
        JsonObject comes = of(events, "f", "message").get(0);
        assertThat(text(leaves, "id"), is(text(comes, "id")));
        assertThat(leaves.get("pid"), is(sent.get("pid")));
        assertThat(comes.get("pid"), is(received.get("pid")));
        assertThat(of(events, "X", "Barrier").stream().filter(each -> text(each, "cat").equals("collective")).toList(),
                hasSize(2));
    }

    @Test
    public void startedOperationsStandBesideTheSlicesOfTheirThread() throws Exception {
        Path file = folder.getRoot().toPath().resolve("job.json");
        Processes.Outcome outcome = trace(file, 2, "-cp", JobTest.CLASSES, "org.rmi4mpi.tests.programs.Started");
        assertThat(outcome.output(), outcome.status(), is(0));
        List<JsonObject> events = events(file);
        assertThat("the send came meanwhile", of(events, "b", "Irecv from rank"), hasSize(2));
        assertThat(of(events, "e", "Irecv from rank"), hasSize(2));
        assertThat(of(events, "X", "Isend to rank"), hasSize(2));
        assertThat("without waits for it", of(events, "X", "iAllReduce").stream()
                .filter(each -> text(each, "cat").equals("collective")).toList(), hasSize(2));
    }

    @Test
    public void theLastEventsAreKept() throws Exception {
        Path file = folder.getRoot().toPath().resolve("job.json");
        Processes.Outcome outcome = trace(file, 2, "-Drmi4mpi.trace.events=500", "-cp", JobTest.CLASSES,
                "org.rmi4mpi.tests.programs.Traced", "3000");
        assertThat(outcome.output(), both(containsString("lacks the first"))
                .and(containsString("raise -Drmi4mpi.trace.events")));
        List<JsonObject> events = events(file);
        assertThat("of 6,000 calls", of(events, "X", STEPS + "twice").size(), lessThanOrEqualTo(1000));
        assertThat("one of the last calls", of(events, "X", STEPS + "twiceByNext"), not(empty()));
    }

    @Test
    public void aJobThatEndsEarlyLeavesAFileForEachRank() throws Exception {
        Path file = folder.getRoot().toPath().resolve("job.json");
        Processes.Outcome outcome = trace(file, 2, "-cp", JobTest.CLASSES, "org.rmi4mpi.tests.programs.Traced", "10",
                "early");
        assertThat(outcome.output(), outcome.status(), not(0));
        assertThat(of(events(file.resolveSibling("rank0-job.json")), "X", STEPS + "twice at rank 1"),
                hasSize(greaterThanOrEqualTo(10)));
        assertThat("no empty file of the job", Files.exists(file), is(false));
    }

    @Test
    public void aFileThatCannotBeWrittenIsToldBeforeTheStart() throws Exception {
        Processes.Outcome outcome = trace(folder.getRoot().toPath().resolve("none/job.json"), 1, "Main");
        assertThat(outcome.status(), is(2));
        assertThat(outcome.output(), containsString("name a file in a folder that is there"));
        assertThat(outcome.output().lines().collect(Collectors.toList()), hasSize(1));
    }
}

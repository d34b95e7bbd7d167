package org.rmi4mpi.tests.jobs;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.greaterThan;
import static org.hamcrest.Matchers.is;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.rmi4mpi.tests.runner.Deadline;
import org.rmi4mpi.tests.runner.OneJdk;
import org.rmi4mpi.tests.runner.Patience;
import org.rmi4mpi.tests.runner.Processes;

/** The page of {@code --monitor}, its JSON, and {@code --jcmd}, of a job that runs. */
@Deadline(120)
@OneJdk
public class MonitorTest {
    private static final int SECONDS = 60;
    private static final Pattern ADDRESS = Pattern.compile("(http://127\\.0\\.0\\.1:\\d+/)(\\?token=[0-9a-f]{32})");

    @Rule
    public final TemporaryFolder folder = new TemporaryFolder();

    private final HttpClient client = HttpClient.newHttpClient();
    private String address;
    private String token;

    /** Runs the test beside a job of two ranks, which then ends well. */
    private void beside(JobTester test, String... options) throws Exception {
        Path output = folder.newFile().toPath();
        Path stop = folder.getRoot().toPath().resolve("stop");
        List<String> words = new ArrayList<>(List.of("-n", "2"));
        words.addAll(List.of(options));
        words.addAll(List.of("-cp", JobTest.CLASSES, "org.rmi4mpi.tests.programs.Monitored", stop.toString()));
        ProcessBuilder builder = new ProcessBuilder(Programs.command(words)).redirectErrorStream(true)
                .redirectOutput(output.toFile());
        builder.environment().put("JAVA_HOME", Programs.JAVA_HOME.toString());
        Process launcher = builder.start();
        List<ProcessHandle> all = List.of();
        try {
            awaitText(launcher, output, "rank 0 calls");
            awaitText(launcher, output, "rank 1 calls");
            all = launcher.descendants().toList();
            test.test(launcher, output);
            Files.createFile(stop);
            assertThat(Files.readString(output), Processes.ends(launcher, SECONDS), is(true));
            assertThat(Files.readString(output), launcher.exitValue(), is(0));
        } finally {
            launcher.destroyForcibly();
            all.forEach(ProcessHandle::destroyForcibly);
        }
    }

    private interface JobTester {
        void test(Process launcher, Path output) throws Exception;
    }

    private static void awaitText(Process launcher, Path output, String text) throws Exception {
        Patience patience = new Patience(SECONDS);
        while (!Files.readString(output).contains(text)) {
            assertThat(Files.readString(output), launcher.isAlive() && !patience.isOver(), is(true));
            TimeUnit.MILLISECONDS.sleep(Patience.STEP_MS);
        }
    }

    private HttpResponse<String> get(String page) throws Exception {
        return client.send(HttpRequest.newBuilder(URI.create(page)).timeout(Duration.ofSeconds(SECONDS)).build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private JsonObject stateWhere(Predicate<JsonObject> isReached) throws Exception {
        Patience patience = new Patience(SECONDS);
        JsonObject state;
        do {
            state = JsonParser.parseString(get(address + "state.json" + token).body()).getAsJsonObject();
            assertThat(state.toString(), patience.isOver(), is(false));
        } while (!isReached.test(state));
        return state;
    }

    private static JsonObject rank(JsonObject state, int rank) {
        return state.getAsJsonArray("ranks").get(rank).getAsJsonObject();
    }

    @Test
    public void thePageTellsWhatTheRanksDo() throws Exception {
        beside((launcher, output) -> {
            Matcher found = ADDRESS.matcher(Files.readString(output));
            assertThat(Files.readString(output), found.find(), is(true));
            address = found.group(1);
            token = found.group(2);
            assertThat(get(address + token).body(), containsString("<title>"));
            assertThat("without the token", get(address + "state.json").statusCode(), is(403));
            assertThat("with another one", get(address + "state.json?token=0").statusCode(), is(403));
            assertThat(get(address + "other" + token).statusCode(), is(404));
            JsonObject state = stateWhere(each -> rank(each, 1).has("calls")
                    && rank(each, 1).get("calls").getAsLong() > 100
                    && rank(each, 0).has("callsPerSecond") && rank(each, 0).get("callsPerSecond").getAsDouble() > 0);
            assertThat(state.getAsJsonArray("ranks").size(), is(2));
            assertThat(rank(state, 0).get("medianUs").getAsDouble(), greaterThan(0.0));
            assertThat(rank(state, 0).get("heapUsed").getAsLong(), greaterThan(0L));
            assertThat(rank(state, 1).get("done").getAsLong(), is(4L));
            assertThat(rank(state, 1).get("of").getAsLong(), is(10L));
            assertThat(get(address + "why" + token).body(), containsString("(org.rmi4mpi.tests.programs.Monitored"));
        }, "--monitor", "0");
    }

    @Test
    public void aRankThatIsStoppedIsNamedAsSilent() throws Exception {
        beside((launcher, output) -> {
            Matcher found = ADDRESS.matcher(Files.readString(output));
            assertThat(Files.readString(output), found.find(), is(true));
            address = found.group(1);
            token = found.group(2);
            long process = rank(stateWhere(each -> rank(each, 1).has("calls")), 1).get("process").getAsLong();
            signal("STOP", process);
            try {
                assertThat(rank(stateWhere(each -> rank(each, 1).has("silent")), 0).has("silent"), is(false));
            } finally {
                signal("CONT", process);
            }
            stateWhere(each -> !rank(each, 1).has("silent"));
        }, "--monitor", "0");
    }

    private static void signal(String name, long process) throws Exception {
        new ProcessBuilder("kill", "-" + name, "" + process).start().waitFor();
    }

    @Test
    public void jcmdRunsAtEachRank() throws Exception {
        beside((launcher, output) -> {
            ProcessBuilder builder =
                    new ProcessBuilder(Programs.LAUNCHER, "--jcmd", "" + launcher.pid(), "Thread.print")
                            .redirectErrorStream(true);
            builder.environment().put("JAVA_HOME", Programs.JAVA_HOME.toString());
            Process jcmd = builder.start();
            String text = new String(jcmd.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(text, jcmd.waitFor(), is(0));
            assertThat(text, containsString("rank 0 (process "));
            assertThat(text.substring(text.indexOf("rank 1 (process ")), containsString("Monitored.main"));
        });
    }

    /** A program that is a debugger: it resumes the rank. */
    private static void resume(int port) throws Exception {
        byte[] hello = "JDWP-Handshake".getBytes(StandardCharsets.US_ASCII);
        try (Socket debugger = new Socket(InetAddress.getLoopbackAddress(), port)) {
            debugger.setSoTimeout((int) TimeUnit.SECONDS.toMillis(SECONDS));
            debugger.getOutputStream().write(hello);
            assertThat(debugger.getInputStream().readNBytes(hello.length), is(hello));
            // The command Resume of the set VirtualMachine: length, id, flags, set, command.
            debugger.getOutputStream().write(ByteBuffer.allocate(11).putInt(11).putInt(1).put((byte) 0).put((byte) 1)
                    .put((byte) 9).array());
            byte[] packet = new byte[0];
            do { // until its reply, past the events of the start
                int length = ByteBuffer.wrap(debugger.getInputStream().readNBytes(Integer.BYTES)).getInt();
                packet = debugger.getInputStream().readNBytes(length - Integer.BYTES);
            } while (packet[Integer.BYTES] == 0);
        }
    }

    @Test
    public void aDebuggerAttachesToOneRank() throws Exception {
        Path output = folder.newFile().toPath();
        ProcessBuilder builder = new ProcessBuilder(Programs.command(List.of("--debug-rank", "1", "-n", "2", "-cp",
                JobTest.CLASSES, "org.rmi4mpi.tests.programs.Counted"))).redirectErrorStream(true)
                .redirectOutput(output.toFile());
        builder.environment().put("JAVA_HOME", Programs.JAVA_HOME.toString());
        Process launcher = builder.start();
        List<ProcessHandle> all = List.of();
        try {
            awaitText(launcher, output, "rmi4mpi: rank 1 (process ");
            awaitText(launcher, output, "at address: ");
            all = launcher.descendants().toList();
            Matcher port = Pattern.compile("at address: (\\d+)").matcher(Files.readString(output));
            assertThat(Files.readString(output), port.find(), is(true));
            resume(Integer.parseInt(port.group(1)));
            assertThat(Files.readString(output), Processes.ends(launcher, SECONDS), is(true));
            assertThat(Files.readString(output), launcher.exitValue(), is(0));
        } finally {
            launcher.destroyForcibly();
            all.forEach(ProcessHandle::destroyForcibly);
        }
    }
}

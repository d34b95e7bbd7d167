package org.rmi4mpi.flight;

import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.text.ParseException;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import jdk.jfr.Configuration;
import jdk.jfr.Recording;
import jdk.jfr.RecordingState;
import org.rmi4mpi.bridge.Job;
import org.rmi4mpi.dispatch.Probe;
import org.rmi4mpi.launch.Options;
import org.rmi4mpi.launch.RankObserver;
import org.rmi4mpi.ref.ReferenceLayer;

/** Records this rank, from MPI.Init to its end, into a file that is named by the rank. */
public final class FlightObserver implements RankObserver {
    private static final String SETTINGS = "rmi4mpi.jfc";
    private static final long EXIT_PATIENCE_NS = TimeUnit.SECONDS.toNanos(2);
    private static final long POLL_NS = TimeUnit.MILLISECONDS.toNanos(5);

    private final FlightProbe probe = new FlightProbe();
    private final Path file = Path.of(System.getProperty(Options.FLIGHT.property())).toAbsolutePath()
            .resolve("rank-" + Job.rank() + ".jfr");
    private Recording recording;

    @Override
    public Probe probe() {
        return probe;
    }

    @Override
    public void start(ReferenceLayer layer) {
        try {
            Files.createDirectories(file.getParent());
            Recording begun = new Recording(settings());
            begun.setName("rank " + Job.rank());
            begun.setToDisk(true);
            begun.setDestination(file);
            begun.setDumpOnExit(true);
            begun.start();
            recording = begun;
        } catch (IOException | ParseException | IllegalStateException e) {
            System.err.println(
                    "rmi4mpi: rank " + Job.rank() + " is not recorded: " + e + "; give --jfr a folder in which all"
                            + " ranks may write (" + file.getParent() + " on " + Job.host() + ")");
        }
    }

    /** The JDK's default settings, and those of our events. */
    private static Map<String, String> settings() throws IOException, ParseException {
        Map<String, String> settings = new HashMap<>(Configuration.getConfiguration("default").getSettings());
        try (Reader own = new InputStreamReader(FlightObserver.class.getResourceAsStream(SETTINGS),
                StandardCharsets.UTF_8)) {
            settings.putAll(Configuration.create(own).getSettings());
        }
        return settings;
    }

    @Override
    public void leave() {}

    @Override
    public void end() {
        endRecording();
    }

    @Override
    public void endEarly() {
        endRecording();
    }

    private void endRecording() {
        Recording ended = recording;
        recording = null;
        if (ended == null) {
            return;
        }
        if (isExiting()) {
            awaitExitHook(ended);
            return;
        }
        try {
            ended.stop(); // writes the file
            ended.close();
        } catch (IllegalStateException e) {
            awaitExitHook(ended);
        }
    }

    /**
     * Whether the JVM runs its exit hooks. The one of its flight recorder deletes what it has recorded, also of a recording that
     * another thread writes to its file meanwhile.
     */
    private static boolean isExiting() {
        Thread hook = new Thread("rmi4mpi-is-exiting");
        try {
            Runtime.getRuntime().addShutdownHook(hook);
            Runtime.getRuntime().removeShutdownHook(hook);
            return false;
        } catch (IllegalStateException e) {
            return true;
        }
    }

    /** The JVM exits, and its own hook writes the file. */
    private static void awaitExitHook(Recording ended) {
        long deadline = System.nanoTime() + EXIT_PATIENCE_NS;
        while (ended.getState() != RecordingState.CLOSED && System.nanoTime() - deadline < 0) {
            LockSupport.parkNanos(POLL_NS);
        }
    }
}

package org.rmi4mpi.bench.call;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.rmi4mpi.bench.MpirunEnvironment;
import org.rmi4mpi.bench.rows.Run;
import org.rmi4mpi.bench.rows.Software;

/** Starts the groups that are measured, on one JDK. Their output goes to build/bench/call.log. */
final class Groups implements AutoCloseable {
    private static final Path LOG = Path.of("build/bench/call.log");
    static final Path INTERFACES = Path.of("build/bench/interfaces");
    private static final String CLASSES = "build/bench/lib/rmi4mpi-bench.jar:build/tests/rmi4mpi-tests.jar:"
            + INTERFACES;

    /** The folder of scripts/hosts, on whose hosts this runs; null on one host. */
    private static final String HOSTS = System.getenv("RMI4MPI_HOSTS");

    private final Path javaHome;
    private final String mpirun;
    private final Signals signals = new Signals();
    private final List<Process> all = new ArrayList<>();

    Groups(Run run) throws IOException {
        javaHome = run.javaHome();
        mpirun = run.mpirun();
        Files.createDirectories(INTERFACES);
        Runtime.getRuntime().addShutdownHook(new Thread(this::destroy));
    }

    /** Empties the log of all groups. */
    static void clearLog() throws IOException {
        Files.deleteIfExists(LOG);
    }

    /** Processes of a system whose objects are there. */
    Members of(Software system, int size) throws IOException {
        return switch (system) {
            case JDK -> jvms(size);
            case JDK_WITH_OURS -> processes(size).joined(freePort(), "ours");
            case OURS_WITH_JDK -> ranks(size, "jdk");
            case OURS -> ranks(size);
            default -> throw new IllegalArgumentException(system + " has no remote objects");
        };
    }

    /** Ranks of an MPI job, whose objects are there. */
    Members ranks(int size) throws IOException {
        return ranks(size, "");
    }

    private Members ranks(int size, String marshaller) throws IOException {
        try (ServerSocket welcome = welcome(size)) {
            Process process = start(List.of("build/bin/rmi4mpirun", "-n", "" + size, "-cp", CLASSES,
                    Member.class.getName(), host(0), "" + welcome.getLocalPort()), Map.of(), true);
            return new Members(signals, size, welcome, List.of(process)).joined(0, marshaller);
        }
    }

    /** Starts JVMs whose objects are reached by JDK RMI. */
    Members jvms(int size) throws IOException {
        return processes(size).joined(freePort(), "");
    }

    /** Starts JVMs that are independent of each other. */
    Members processes(int size) throws IOException {
        int share = Math.min(25, 75 / size); // percent of the memory, as rmi4mpi-rank gives it to ranks
        try (ServerSocket welcome = welcome(size)) {
            List<Process> processes = new ArrayList<>();
            for (int i = 0; i < size; i++) {
                List<String> command = new ArrayList<>();
                if (HOSTS != null) {
                    command.addAll(List.of(HOSTS + "/ssh", host(i), "exec"));
                }
                command.addAll(List.of(javaHome.resolve("bin/java").toString(),
                        "-XX:MaxRAMPercentage=" + share, "-Djava.rmi.server.hostname=" + host(i),
                        "-cp", CLASSES + ":build/lib/*", Member.class.getName(), host(0),
                        "" + welcome.getLocalPort(), "" + i));
                processes.add(start(command, Map.of(), true));
            }
            return new Members(signals, size, welcome, processes);
        }
    }

    private static ServerSocket welcome(int size) throws IOException {
        return new ServerSocket(0, size, InetAddress.getByName(host(0)));
    }

    /** The host of a member, as others name it. */
    private static String host(int member) {
        return HOSTS == null ? "127.0.0.1" : "h" + (member + 1);
    }

    CProgram c() throws IOException {
        return new CProgram(signals, start(List.of(mpirun, "-n", "2", "build/bench/mpibench", "single", "asked"),
                MpirunEnvironment.of(2), false));
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    private Process start(List<String> command, Map<String, String> environment, boolean toLog) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.redirectError(ProcessBuilder.Redirect.appendTo(LOG.toFile()));
        if (toLog) {
            builder.redirectOutput(ProcessBuilder.Redirect.appendTo(LOG.toFile()));
            builder.redirectInput(new File("/dev/null"));
        }
        builder.environment().put("JAVA_HOME", javaHome.toString());
        builder.environment().put("MPIRUN", mpirun);
        builder.environment().keySet()
                .removeIf(name -> name.startsWith("OMPI_") || name.startsWith("PMI") || name.startsWith("MPI_LOCAL"));
        builder.environment().putAll(environment);
        Process process = builder.start();
        all.add(process);
        return process;
    }

    /** The end of what {@link #LOG} holds, for those who ask why. */
    static String endOfLog() {
        try {
            List<String> lines = Files.readAllLines(LOG);
            return LOG + ":\n" + String.join("\n", lines.subList(Math.max(0, lines.size() - 20), lines.size()));
        } catch (IOException e) {
            return LOG + " cannot be read: " + e;
        }
    }

    private void destroy() {
        signals.close();
        all.stream().filter(Process::isAlive).forEach(process -> {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroy();
        });
    }

    @Override
    public void close() {
        destroy();
    }
}

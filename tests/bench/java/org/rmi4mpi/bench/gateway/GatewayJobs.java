package org.rmi4mpi.bench.gateway;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.rmi4mpi.bench.rows.Bar;
import org.rmi4mpi.bench.rows.Pace;
import org.rmi4mpi.bench.rows.Row;
import org.rmi4mpi.bench.rows.Run;
import org.rmi4mpi.bench.rows.Section;
import org.rmi4mpi.bench.rows.Situation;
import org.rmi4mpi.bench.rows.Software;
import org.rmi4mpi.bench.rows.Unit;

/**
 * A client of the JDK's RMI calls an object at the rank of a gateway, one at another rank, and one of a server of the JDK's RMI, in
 * turn. Then the ranks call each other, beside those of a job without a gateway. Stateless.
 */
public final class GatewayJobs implements Situation {
    static final int ROUNDS = 15;
    static final String CALL = "call";
    static final String IN = "in";
    static final String OUT = "out";
    private static final String CLASSES = "build/bench/lib/rmi4mpi-bench.jar";
    private static final String JDK = "jdk";
    private static final String[] RANKS = {"gateways-rank", "another-rank"};
    private static final int WARM_UP = 10;
    private static final long MS = 60_000;
    private static final double TIMES_OF_CALL = 1.15;
    private static final double PART_OF_BANDWIDTH = 0.8;
    private static final double TIMES_AMONG_RANKS = 1.05;

    private final Map<String, Row> outside = new LinkedHashMap<>();
    private final Row without = row("a call among ranks without a gateway", Unit.US, Bar.none());
    private final Row with =
            row("a call among ranks with a gateway", Unit.US, Bar.atMostTimes(without, TIMES_AMONG_RANKS));

    public GatewayJobs() {
        for (String rank : RANKS) {
            String of = rank.replace("gateways-rank", "the gateway's rank").replace('-', ' ');
            outside.put(CALL + " " + rank,
                    row("a call from outside of " + of, Unit.US, Bar.atMostTimesJdk(TIMES_OF_CALL)));
            outside.put(IN + " " + rank,
                    row("16 MiB from outside to " + of, Unit.MS, Bar.atMostTimesJdk(1 / PART_OF_BANDWIDTH)));
            outside.put(OUT + " " + rank,
                    row("16 MiB to outside from " + of, Unit.MS, Bar.atMostTimesJdk(1 / PART_OF_BANDWIDTH)));
        }
    }

    private static Row row(String name, Unit unit, Bar bar) {
        return new Row(Section.OUTSIDE, name, unit, bar);
    }

    @Override
    public List<Row> rows() {
        List<Row> all = new ArrayList<>(outside.values());
        all.add(without);
        all.add(with);
        return all;
    }

    @Override
    public Set<Software> software(Row row) {
        return outside.containsValue(row) ? Set.of(Software.OURS, Software.JDK) : Set.of(Software.OURS);
    }

    @Override
    public int rounds(Row row, Pace pace) {
        return ROUNDS;
    }

    @Override
    public long plannedMs(Row row, Pace pace) {
        return MS / rows().size();
    }

    @Override
    public void measure(List<Row> wanted, Run run) throws IOException {
        String java = run.javaHome().resolve("bin/java").toString();
        String ofJdk = "" + freePort();
        String ofGateway = "" + freePort();
        try (Program server = new Program(run, java, "-cp", CLASSES, EchoServer.class.getName(), JDK, ofJdk);
                Program job = startJob(run, "--gateway", ofGateway, "--gateway-names", "*rank");
                Program closed = startJob(run)) {
            server.await(JDK + " is bound");
            if (wanted.stream().anyMatch(outside::containsValue)) {
                try (Program client = new Program(run, java, "-cp", CLASSES, EchoClient.class.getName(), ofJdk, JDK,
                        ofGateway, RANKS[0], ofGateway, RANKS[1])) {
                    for (String line : client.lines()) {
                        add(line, wanted, run);
                    }
                }
            }
            for (int round = -WARM_UP; round < ROUNDS && (wanted.contains(with) || wanted.contains(without)); round++) {
                add(round, without, closed, wanted, run);
                add(round, with, job, wanted, run);
            }
        }
    }

    private static Program startJob(Run run, String... options) throws IOException {
        List<String> words = new ArrayList<>(List.of("build/bin/rmi4mpirun", "--rmi"));
        words.addAll(List.of(options));
        words.addAll(List.of("-n", "1", "-cp", CLASSES, EchoServer.class.getName(), RANKS[0], ":", "-n", "1",
                EchoServer.class.getName(), RANKS[1]));
        Program job = new Program(run, words.toArray(new String[0]));
        job.await(RANKS[1] + " is bound");
        return job;
    }

    /** Adds a value that the client has printed. Those of the JDK's server stand beside both ranks'. */
    private void add(String line, List<Row> wanted, Run run) throws IOException {
        int space = line.indexOf(' ');
        int colon = line.indexOf(':');
        boolean isOfJdk = line.substring(space + 1, colon).equals(JDK);
        double value = Double.parseDouble(line.substring(colon + 1));
        for (String rank : isOfJdk ? RANKS : new String[] {line.substring(space + 1, colon)}) {
            Row row = outside.get(line.substring(0, space + 1) + rank);
            if (wanted.contains(row)) {
                run.add(row, isOfJdk ? Software.JDK : Software.OURS, value);
            }
        }
    }

    private static void add(int round, Row row, Program job, List<Row> wanted, Run run) throws IOException {
        double value = Double.parseDouble(job.ask(RANKS[1]));
        if (round >= 0 && wanted.contains(row)) {
            run.add(row, Software.OURS, value);
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket free = new ServerSocket(0)) {
            return free.getLocalPort();
        }
    }

    /** A process, and what it prints. */
    private static final class Program implements AutoCloseable {
        private final Process process;
        private final BufferedReader output;

        Program(Run run, String... command) throws IOException {
            ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
            builder.environment().put("JAVA_HOME", run.javaHome().toString());
            builder.environment().put("MPIRUN", run.mpirun());
            process = builder.start();
            output = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        }

        /** Reads to a line with this text, and returns it. */
        String await(String text) throws IOException {
            StringBuilder read = new StringBuilder();
            for (String line = output.readLine(); line != null; line = output.readLine()) {
                if (line.contains(text)) {
                    return line;
                }
                read.append(line).append('\n');
            }
            throw new IOException("a process has not printed \"" + text + "\":\n" + read);
        }

        /** Has an echo call the object of this name, and returns what it has measured. */
        String ask(String name) throws IOException {
            process.getOutputStream().write((name + "\n").getBytes(StandardCharsets.UTF_8));
            process.getOutputStream().flush();
            return await(name + ":").substring(name.length() + 1);
        }

        /** All lines to the end. */
        List<String> lines() {
            return output.lines().toList();
        }

        @Override
        public void close() {
            process.descendants().forEach(ProcessHandle::destroy);
            process.destroy();
        }
    }
}

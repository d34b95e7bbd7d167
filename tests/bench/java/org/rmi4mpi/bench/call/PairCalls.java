package org.rmi4mpi.bench.call;

import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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
 * One caller and one object in two processes: JDK RMI and ours, both also with the other's serializer, beside C's
 * messages of the same lengths.
 */
final class PairCalls implements Situation {
    private static final Set<Software> REMOTE =
            EnumSet.of(Software.JDK, Software.JDK_WITH_OURS, Software.OURS_WITH_JDK, Software.OURS);
    /** Rows that are measured in the same rounds. A run that is stopped loses no more than these. */
    private static final int ROWS_AT_ONCE = 24;
    private static final int LONGEST_SETTLE_MS = 4000;

    private final List<Row> rows = new ArrayList<>();
    private final Map<String, Calls.Frames> frames = new HashMap<>();

    /** @param jdk arrays lie still for MPI from 22 on */
    PairCalls(int jdk) {
        int largeArrays = jdk >= 22 ? 4 : 3;
        Map<String, Bar> bars = Map.of(Calls.PING, Bar.timesC(1.6),
                Calls.pingOf("int32"), Bar.fasterThanJdk(25), Calls.pingOf("int4null2"), Bar.fasterThanJdk(25),
                Calls.pingOf("tree15"), Bar.fasterThanJdk(14), Calls.pingOf("float[5000]"), Bar.fasterThanJdk(6),
                Calls.pingOf("byte[1Mi]"), Bar.fasterThanJdk(largeArrays),
                Calls.pingOf("double[1M]"), Bar.fasterThanJdk(largeArrays),
                Kernel.PINGPONG.rowName("int32"), Bar.fasterThanJdk(4));
        for (Calls.Call call : Calls.all()) {
            String name = call.name();
            boolean moreNumbers = call.kernel() == Kernel.PING_INTS || call.kernel() == Kernel.PING_INTS_FLOATS;
            rows.add(new Row(call.section(), name, Unit.US, moreNumbers ? Bar.beyond(rows.get(0), 0.1)
                    : bars.getOrDefault(name, Bar.notSlowerThanJdk())));
        }
    }

    @Override
    public List<Row> rows() {
        return rows;
    }

    /** Returns the rows of {@code make bench-call}: the kernels of few arguments, and each object there and back. */
    List<Row> rowsOfTable() {
        return rows.stream().filter(row -> isShort(Calls.call(row.name()))).toList();
    }

    private static boolean isShort(Calls.Call call) {
        return switch (call.kernel()) {
            case PING, PING_INTS, PING_INTS_FLOATS -> true;
            case ECHO -> call.section() != Section.THROUGHPUT;
            case PINGPONG -> call.graph().equals("int32");
            default -> false;
        };
    }

    Row row(String name) {
        return rows.stream().filter(row -> row.name().equals(name)).findFirst().orElseThrow();
    }

    @Override
    public Set<Software> software(Row row) {
        Calls.Call call = Calls.call(row.name());
        Set<Software> software = EnumSet.of(Software.JDK, Software.OURS);
        if (call.graph() != null) {
            software.addAll(REMOTE); // without an object there is nothing to serialize
        }
        if (!call.kernel().callsBack()) {
            software.add(Software.C);
        }
        return software;
    }

    @Override
    public void measure(List<Row> wanted, Run run) throws IOException {
        long startNs = System.nanoTime();
        Map<Software, Members> groups = new EnumMap<>(Software.class);
        try (Groups starter = new Groups(run); CProgram c = starter.c()) {
            c.stop();
            try {
                for (Software system : REMOTE) {
                    if (run.has(system)) {
                        groups.put(system, starter.of(system, 2));
                        prepare(groups.get(system), system, wanted, run);
                    }
                }
                for (int i = 0; i < wanted.size(); i += ROWS_AT_ONCE) {
                    List<Row> some = wanted.subList(i, Math.min(wanted.size(), i + ROWS_AT_ONCE));
                    measure(some, groups, c, run, startNs);
                    measure(run.toRepeat(some), groups, c, run, startNs);
                }
            } finally {
                for (Members each : groups.values()) {
                    each.close();
                }
            }
        }
    }

    private void measure(List<Row> some, Map<Software, Members> groups, CProgram c, Run run, long startNs)
            throws IOException {
        Pace pace = run.pace();
        for (int round = 0; pace.goesOn(round, startNs); round++) {
            for (Row row : some) {
                for (Software system : software(row)) {
                    if (system == Software.C && run.has(system)) {
                        Calls.Frames frames = frames(row);
                        run.add(row, system,
                                c.whileAwake(() -> c.roundTripUs(frames, pace.batches(), pace.batchMs())));
                    } else if (groups.containsKey(system)) {
                        run.add(row, system, callUs(groups.get(system), row, pace));
                    }
                }
            }
        }
    }

    private void prepare(Members members, Software system, List<Row> wanted, Run run) throws IOException {
        List<String> graphs = wanted.stream().map(row -> Calls.call(row.name()).graph()).filter(Objects::nonNull)
                .distinct().toList();
        if (!graphs.isEmpty()) {
            members.ask(0, "check", 1, String.join(",", graphs));
        }
        int warmMs = run.pace().warmMs(wanted.size());
        for (int i = 0; i < wanted.size(); i++) {
            Row row = wanted.get(i);
            if (software(row).contains(system)) {
                run.tell(row.section().title() + ", row " + (i + 1) + " of " + wanted.size() + " warms up: "
                        + system.text());
                members.ask(0, "warm", row.name(), 1, warmMs);
            }
        }
        run.tell(wanted.get(0).section().title());
        members.askAll("settle", LONGEST_SETTLE_MS);
        members.stop();
    }

    private static double callUs(Members members, Row row, Pace pace) throws IOException {
        return members.whileAwake(() -> members.value(0, "measure", row.name(), 1, pace.batches(), pace.batchMs()));
    }

    private Calls.Frames frames(Row row) throws IOException {
        try {
            if (!frames.containsKey(row.name())) {
                frames.put(row.name(), Calls.call(row.name()).frames());
            }
            return frames.get(row.name());
        } catch (Exception e) {
            throw new IOException("the length of a message is not known", e);
        }
    }
}

package org.rmi4mpi.bench.call;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.rmi4mpi.bench.rows.Bar;
import org.rmi4mpi.bench.rows.Pace;
import org.rmi4mpi.bench.rows.Row;
import org.rmi4mpi.bench.rows.Run;
import org.rmi4mpi.bench.rows.Section;
import org.rmi4mpi.bench.rows.Situation;
import org.rmi4mpi.bench.rows.Software;
import org.rmi4mpi.bench.rows.Unit;

/**
 * Every core is busy: both members compute in as many threads as there are cores. The server's main thread is one of
 * them.
 */
final class BusyServer implements Situation {
    private static final int CORES = Runtime.getRuntime().availableProcessors();
    /** Calls that wait for a core take milliseconds. */
    private static final int LONGER = 10;

    private final Row ping = new Row(Section.SITUATIONS, "busy server, " + Calls.PING, Unit.US, Bar.notSlowerThanJdk());
    private final Row object =
            new Row(Section.SITUATIONS, "busy server, " + Calls.pingOf("int32"), Unit.US, Bar.notSlowerThanJdk());
    private final Map<Row, String> calls = Map.of(ping, Calls.PING, object, Calls.pingOf("int32"));

    @Override
    public List<Row> rows() {
        return List.of(ping, object);
    }

    @Override
    public void measure(List<Row> wanted, Run run) throws IOException {
        Pace pace = run.pace();
        try (Groups groups = new Groups(run);
                Members ours = prepared(groups.ranks(2), wanted, pace);
                Members jdk = prepared(groups.jvms(2), wanted, pace)) {
            for (int round = 0; round < pace.rounds(); round++) {
                for (Row row : wanted) {
                    run.add(row, Software.OURS, callUs(ours, row, pace));
                    run.add(row, Software.JDK, callUs(jdk, row, pace));
                }
            }
            awake(ours, "rest");
            awake(jdk, "rest");
        }
    }

    private Members prepared(Members members, List<Row> wanted, Pace pace) throws IOException {
        for (Row row : wanted) {
            members.ask(0, "warm", calls.get(row), 1, pace.warmMs());
        }
        members.ask(0, "load", CORES, false);
        members.ask(1, "load", CORES, true);
        members.stop();
        return members;
    }

    private double callUs(Members members, Row row, Pace pace) throws IOException {
        return members.whileAwake(
                () -> members.value(0, "measure", calls.get(row), 1, pace.batches(), LONGER * pace.batchMs()));
    }

    private static void awake(Members members, String command) throws IOException {
        members.resume();
        members.askAll(command);
        members.stop();
    }
}

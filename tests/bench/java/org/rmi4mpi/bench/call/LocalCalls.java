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

/** Calls an object of the caller's own rank by its stub. Arguments are copied. */
final class LocalCalls implements Situation {
    private final Row ping = new Row(Section.SITUATIONS, "local " + Calls.PING, Unit.US, Bar.atMost(0.3, Unit.US));
    private final Row object = new Row(Section.SITUATIONS, "local " + Calls.pingOf("int32"), Unit.US, Bar.none());
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
        }
    }

    private Members prepared(Members members, List<Row> wanted, Pace pace) throws IOException {
        for (Row row : wanted) {
            members.ask(0, "warm", calls.get(row), 0, 2 * pace.warmMs());
        }
        members.stop();
        return members;
    }

    private double callUs(Members members, Row row, Pace pace) throws IOException {
        return members.whileAwake(() -> members.value(0, "measure", calls.get(row), 0, pace.batches(), pace.batchMs()));
    }
}

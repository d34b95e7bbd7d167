package org.rmi4mpi.bench.call;

import java.io.IOException;
import java.util.List;
import java.util.Set;
import org.rmi4mpi.bench.rows.Bar;
import org.rmi4mpi.bench.rows.Pace;
import org.rmi4mpi.bench.rows.Row;
import org.rmi4mpi.bench.rows.Run;
import org.rmi4mpi.bench.rows.Section;
import org.rmi4mpi.bench.rows.Situation;
import org.rmi4mpi.bench.rows.Software;
import org.rmi4mpi.bench.rows.Unit;

/** One caller makes calls without waiting, until a last call checks that all have been served. */
final class OneWayCalls implements Situation {
    private static final double PER_SECOND = 2_000_000;

    private final Row row = new Row(Section.SITUATIONS, "one-way void count(), one caller", Unit.RATE,
            Bar.atLeast(PER_SECOND, Unit.RATE));

    @Override
    public List<Row> rows() {
        return List.of(row);
    }

    @Override
    public Set<Software> software(Row row) {
        return Set.of(Software.OURS);
    }

    @Override
    public void measure(List<Row> wanted, Run run) throws IOException {
        Pace pace = run.pace();
        try (Groups groups = new Groups(run);
                Members ours = groups.ranks(2)) {
            ours.value(0, "oneway", 1, pace.warmMs());
            for (int round = 0; round < pace.rounds(); round++) {
                run.add(row, Software.OURS, ours.value(0, "oneway", 1, 4 * pace.roundMs()));
            }
        }
    }
}

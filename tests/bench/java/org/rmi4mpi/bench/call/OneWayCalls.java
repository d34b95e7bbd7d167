package org.rmi4mpi.bench.call;

import java.io.IOException;
import java.util.List;

/** One caller makes calls without waiting, until a last call checks that all have been served. */
final class OneWayCalls implements Situation {
    private static final double PER_SECOND = 2_000_000;

    private final Row row = new Row("one-way void count(), one caller", Unit.RATE, Bar.atLeast(PER_SECOND, Unit.RATE));

    @Override
    public List<Row> rows() {
        return List.of(row);
    }

    @Override
    public void measure(List<Row> wanted, Groups groups, Pace pace, Results results) throws IOException {
        try (Members ours = groups.ranks(2)) {
            ours.value(0, "oneway", 1, pace.warmMs());
            for (int round = 0; round < pace.rounds(); round++) {
                results.add(row, Contender.OURS, ours.value(0, "oneway", 1, 4 * pace.roundMs()));
            }
        }
    }
}

package org.rmi4mpi.bench.call;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.rmi4mpi.bench.rows.Bar;
import org.rmi4mpi.bench.rows.Pace;
import org.rmi4mpi.bench.rows.Row;
import org.rmi4mpi.bench.rows.Run;
import org.rmi4mpi.bench.rows.Section;
import org.rmi4mpi.bench.rows.Situation;
import org.rmi4mpi.bench.rows.Software;
import org.rmi4mpi.bench.rows.Unit;

/**
 * More ranks than cores call at once: all call one, or each calls all others. Measures the total number of calls a
 * second.
 */
final class ManyCallers implements Situation {
    private static final int LONGER = 4;

    private final int members;
    private final boolean each;
    private final Row row;

    private ManyCallers(int members, boolean each, String name) {
        this.members = members;
        this.each = each;
        row = new Row(Section.SITUATIONS, name, Unit.RATE, Bar.fasterThanJdk(5));
    }

    /** Member 0 is called by the others. */
    static ManyCallers star(int members) {
        return new ManyCallers(members, false, "star, " + (members - 1) + " ranks call one");
    }

    static ManyCallers allToAll(int members) {
        return new ManyCallers(members, true, "all to all, " + members + " ranks");
    }

    @Override
    public List<Row> rows() {
        return List.of(row);
    }

    @Override
    public void measure(List<Row> wanted, Run run) throws IOException {
        Pace pace = run.pace();
        try (Groups groups = new Groups(run);
                Members ours = prepared(groups.ranks(members), pace);
                Members jdk = prepared(groups.jvms(members), pace)) {
            for (int round = 0; round < pace.rounds(); round++) {
                run.add(row, Software.OURS, ours.whileAwake(() -> rate(ours, LONGER * pace.roundMs())));
                run.add(row, Software.JDK, jdk.whileAwake(() -> rate(jdk, LONGER * pace.roundMs())));
            }
        }
    }

    private Members prepared(Members group, Pace pace) throws IOException {
        rate(group, members * pace.warmMs());
        group.stop();
        return group;
    }

    private double rate(Members group, int ms) throws IOException {
        List<Object[]> questions = new ArrayList<>();
        for (int i = 0; i < members; i++) {
            questions.add(callees(i).isEmpty() ? null : new Object[] {"rate", callees(i), ms});
        }
        return group.askAll(questions).stream().mapToDouble(Double::parseDouble).sum();
    }

    private String callees(int caller) {
        return IntStream.range(0, each ? members : 1)
                .map(i -> each ? (caller + i) % members : i) // so that not all of them begin with the same one
                .filter(callee -> callee != caller)
                .mapToObj(Integer::toString)
                .collect(Collectors.joining(","));
    }
}

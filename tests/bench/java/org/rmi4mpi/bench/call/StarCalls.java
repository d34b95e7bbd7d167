package org.rmi4mpi.bench.call;

import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
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
 * KaRMI's star: all clients meet at a barrier, a method of the server that returns when all have called it, and then
 * call the server at once. The time is that of the second call, the mean of all clients.
 */
final class StarCalls implements Situation {
    private static final int CLIENTS = 2;
    private static final int SERVER = CLIENTS;
    private static final int FIRST_TIMES = 4;
    private static final int LONGEST_SETTLE_MS = 2000;

    private final Map<Row, String> calls = new LinkedHashMap<>();

    StarCalls() {
        for (String graph : Graphs.ofKarmi()) {
            calls.put(new Row(Section.STAR, "Object star(" + graph + ")", Unit.US, Bar.notSlowerThanJdk()),
                    Calls.pingOf(graph));
        }
    }

    @Override
    public List<Row> rows() {
        return List.copyOf(calls.keySet());
    }

    @Override
    public Set<Software> software(Row row) {
        return EnumSet.of(Software.JDK, Software.JDK_WITH_OURS, Software.OURS_WITH_JDK, Software.OURS);
    }

    @Override
    public void measure(List<Row> wanted, Run run) throws IOException {
        Map<Software, Members> groups = new EnumMap<>(Software.class);
        Pace pace = run.pace();
        try (Groups starter = new Groups(run)) {
            try {
                for (Software system : software(wanted.get(0))) {
                    if (run.has(system)) {
                        groups.put(system, starter.of(system, CLIENTS + 1));
                        prepare(groups.get(system), wanted, pace);
                    }
                }
                measure(wanted, groups, run);
                measure(run.toRepeat(wanted), groups, run);
            } finally {
                for (Members each : groups.values()) {
                    each.close();
                }
            }
        }
    }

    private void measure(List<Row> some, Map<Software, Members> groups, Run run) throws IOException {
        for (int round = 0; round < run.pace().rounds(); round++) {
            for (Row row : some) {
                for (Map.Entry<Software, Members> group : groups.entrySet()) {
                    Members members = group.getValue();
                    run.add(row, group.getKey(), members.whileAwake(() -> callUs(members, row, run.pace().roundMs())));
                }
            }
        }
    }

    private void prepare(Members members, List<Row> wanted, Pace pace) throws IOException {
        for (Row row : wanted) {
            callUs(members, row, pace.warmMs());
        }
        members.askAll("settle", LONGEST_SETTLE_MS);
        members.stop();
    }

    private double callUs(Members members, Row row, int ms) throws IOException {
        double roundUs = star(members, row, FIRST_TIMES)[1];
        return star(members, row, (int) Math.max(FIRST_TIMES, 1e3 * ms / roundUs))[0];
    }

    /** Returns the means of the clients. */
    private double[] star(Members members, Row row, int times) throws IOException {
        List<Object[]> questions = new ArrayList<>();
        for (int i = 0; i <= CLIENTS; i++) {
            questions.add(i == SERVER ? null : new Object[] {"star", calls.get(row), SERVER, CLIENTS, times});
        }
        double[] means = new double[2];
        for (String answer : members.askAll(questions)) {
            String[] words = answer.split(",");
            for (int i = 0; i < means.length; i++) {
                means[i] += Double.parseDouble(words[i]) / CLIENTS;
            }
        }
        return means;
    }
}

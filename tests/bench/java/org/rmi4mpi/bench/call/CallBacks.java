package org.rmi4mpi.bench.call;

import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.rmi4mpi.bench.rows.Bar;
import org.rmi4mpi.bench.rows.Row;
import org.rmi4mpi.bench.rows.Run;
import org.rmi4mpi.bench.rows.Section;
import org.rmi4mpi.bench.rows.Situation;
import org.rmi4mpi.bench.rows.Software;
import org.rmi4mpi.bench.rows.Unit;

/**
 * Calls from several threads of each member, or of the first alone, which call their caller back. Each case has members
 * of its own, so that the first repetition is that of a young job.
 */
final class CallBacks implements Situation {
    private static final double OF_JDK = 0.8;
    /** Calls of a member in a repetition, with those that they lead to. */
    private static final int CALLS = 8000;

    /** @param all whether all members call, or the first alone */
    private record Case(int members, boolean all, int threads, int hops) {
        String name(String repetition) {
            return String.format("%d ranks; %s; threads %d; hops %d; %s", members, all ? "all call" : "one calls",
                    threads, hops, repetition);
        }
    }

    private final Map<Row, Case> first = new LinkedHashMap<>();
    private final Map<Row, Case> later = new LinkedHashMap<>();
    private final List<Row> rows = new ArrayList<>();

    CallBacks() {
        for (int members : new int[] {2, 4}) {
            for (boolean all : new boolean[] {true, false}) {
                for (int threads : new int[] {1, 2, 4, 8, 16}) {
                    for (int hops : new int[] {0, 1, 3}) {
                        Case each = new Case(members, all, threads, hops);
                        first.put(row(each.name("first")), each);
                        later.put(row(each.name("later")), each);
                    }
                }
            }
        }
    }

    private Row row(String name) {
        Row row = new Row(Section.CALLBACKS, name, Unit.US, Bar.atMostOfJdk(OF_JDK));
        rows.add(row);
        return row;
    }

    @Override
    public List<Row> rows() {
        return rows;
    }

    @Override
    public Set<Software> software(Row row) {
        return Set.of(Software.JDK, Software.OURS);
    }

    @Override
    public void measure(List<Row> wanted, Run run) throws IOException {
        for (Map.Entry<Row, Case> each : later.entrySet()) {
            Row young = rows.get(rows.indexOf(each.getKey()) - 1);
            if (wanted.contains(each.getKey()) || wanted.contains(young)) {
                measure(each.getValue(), young, each.getKey(), run);
            }
        }
    }

    /** Measures the systems one after the other, then both in turn. */
    private void measure(Case one, Row young, Row old, Run run) throws IOException {
        Map<Software, Members> groups = new EnumMap<>(Software.class);
        try (Groups starter = new Groups(run)) {
            try {
                for (Software system : List.of(Software.JDK, Software.OURS)) {
                    Members members = starter.of(system, one.members());
                    groups.put(system, members);
                    run.add(young, system, us(members, one));
                    us(members, one);
                    members.stop();
                }
                for (int round = 0; round < run.pace().rounds(); round++) {
                    for (Map.Entry<Software, Members> group : groups.entrySet()) {
                        run.add(old, group.getKey(),
                                group.getValue().whileAwake(() -> us(group.getValue(), one)));
                    }
                }
            } finally {
                for (Members each : groups.values()) {
                    each.close();
                }
            }
        }
    }

    /** Returns the microseconds of a call: the time until all have done, by the calls of a member. */
    private static double us(Members members, Case one) throws IOException {
        int calls = Math.max(1, CALLS / one.threads() / (one.hops() + 1));
        List<Object[]> questions = new ArrayList<>();
        for (int i = 0; i < one.members(); i++) {
            questions.add(i == 0 || one.all() ? new Object[] {"nest", one.threads(), calls, one.hops()} : null);
        }
        double ms = members.askAll(questions).stream().mapToDouble(Double::parseDouble).max().orElseThrow();
        return 1e3 * ms / ((double) calls * one.threads() * (one.hops() + 1));
    }
}

package org.rmi4mpi.bench.call;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * One caller and one object in two ranks, beside C's messages of the same lengths, and beside two JVMs with JDK RMI.
 */
final class PairCalls implements Situation {
    private final List<Row> rows = new ArrayList<>();

    /** @param jdk arrays lie still for MPI from 22 on */
    PairCalls(int jdk) {
        int largeArrays = jdk >= 22 ? 4 : 3;
        Map<String, Integer> factors = Map.of("int32", 25, "int4null2", 25, "tree15", 14, "float[5000]", 6,
                "byte[1Mi]", largeArrays, "double[1M]", largeArrays);
        Row ping = new Row(Calls.PING, Unit.US, Bar.timesC(1.6));
        rows.add(ping);
        rows.add(new Row(Calls.PING_INTS, Unit.US, Bar.beyond(ping, 0.1)));
        rows.add(new Row(Calls.PING_INTS_FLOATS, Unit.US, Bar.beyond(ping, 0.1)));
        for (String graph : Graphs.names()) {
            rows.add(new Row(Calls.pingOf(graph), Unit.US,
                    factors.containsKey(graph) ? Bar.fasterThanJdk(factors.get(graph)) : Bar.none()));
        }
        rows.add(new Row(Calls.PINGPONG, Unit.US, Bar.fasterThanJdk(4)));
    }

    @Override
    public List<Row> rows() {
        return rows;
    }

    Row row(String name) {
        return rows.stream().filter(row -> row.name().equals(name)).findFirst().orElseThrow();
    }

    @Override
    public void measure(List<Row> wanted, Groups groups, Pace pace, Results results) throws IOException {
        long startNs = System.nanoTime();
        try (Members ours = prepared(groups.ranks(2), wanted, pace);
                Members jdk = prepared(groups.jvms(2), wanted, pace);
                CProgram c = groups.c()) {
            c.stop();
            Map<Row, Calls.Frames> frames = frames(wanted);
            for (int round = 0; pace.goesOn(round, startNs); round++) {
                for (Row row : wanted) {
                    if (frames.containsKey(row)) {
                        results.add(row, Contender.C,
                                c.whileAwake(() -> c.roundTripUs(frames.get(row), pace.batches(), pace.batchMs())));
                    }
                    results.add(row, Contender.OURS, callUs(ours, row, pace));
                    results.add(row, Contender.JDK, callUs(jdk, row, pace));
                }
            }
        }
    }

    private static Members prepared(Members members, List<Row> wanted, Pace pace) throws IOException {
        members.ask(0, "check", 1);
        for (Row row : wanted) {
            members.ask(0, "warm", row.name(), 1, pace.warmMs());
        }
        members.stop();
        return members;
    }

    private static double callUs(Members members, Row row, Pace pace) throws IOException {
        return members.whileAwake(() -> members.value(0, "measure", row.name(), 1, pace.batches(), pace.batchMs()));
    }

    /** Returns the frames of the rows that C is compared with: calls that do not call back. */
    private static Map<Row, Calls.Frames> frames(List<Row> wanted) throws IOException {
        Map<Row, Calls.Frames> frames = new HashMap<>();
        try {
            for (Row row : wanted) {
                if (!row.name().equals(Calls.PINGPONG)) {
                    frames.put(row, Calls.frames(row.name()));
                }
            }
        } catch (Exception e) {
            throw new IOException("the length of a message is not known", e);
        }
        return frames;
    }
}

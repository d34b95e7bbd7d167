package org.rmi4mpi.bench.call;

import java.io.IOException;
import java.util.List;
import org.rmi4mpi.bench.rows.Bar;
import org.rmi4mpi.bench.rows.Pace;
import org.rmi4mpi.bench.rows.Row;
import org.rmi4mpi.bench.rows.Run;
import org.rmi4mpi.bench.rows.Section;
import org.rmi4mpi.bench.rows.Situation;
import org.rmi4mpi.bench.rows.Software;
import org.rmi4mpi.bench.rows.Unit;

/**
 * Measures an idle server: its share of a core, and the duration of the first call after a pause. Its main thread
 * sleeps, or waits in Barrier. For the share of a core, it also waits in Finalize.
 */
final class IdleRank implements Situation {
    private static final int IDLE_BEFORE_CALL_MS = 1000;
    private static final Bar FIRST = Bar.notSlowerThanJdk();
    private static final Bar SHARE = Bar.atMost(0.2, Unit.PERCENT);

    private final Row firstAsleep = new Row(Section.SITUATIONS, "first call after 1 s, main sleeps", Unit.US, FIRST);
    private final Row firstInBarrier =
            new Row(Section.SITUATIONS, "first call after 1 s, main in Barrier", Unit.US, FIRST);
    private final Row shareAsleep =
            new Row(Section.SITUATIONS, "idle rank, of a core, main sleeps", Unit.PERCENT, SHARE);
    private final Row shareInBarrier =
            new Row(Section.SITUATIONS, "idle rank, of a core, main in Barrier", Unit.PERCENT, SHARE);
    private final Row shareInFinalize =
            new Row(Section.SITUATIONS, "idle rank, of a core, main in Finalize", Unit.PERCENT, SHARE);

    @Override
    public List<Row> rows() {
        return List.of(firstAsleep, firstInBarrier, shareAsleep, shareInBarrier, shareInFinalize);
    }

    @Override
    public void measure(List<Row> wanted, Run run) throws IOException {
        Pace pace = run.pace();
        try (Groups groups = new Groups(run);
                Members ours = prepared(groups.ranks(2), pace); Members jdk = prepared(groups.jvms(2), pace)) {
            both(wanted, firstAsleep, shareAsleep, ours, jdk, pace, run);
            if (wanted.contains(firstInBarrier) || wanted.contains(shareInBarrier)) {
                ours.whileAwake(() -> ours.ask(1, "barrier").length());
                both(wanted, firstInBarrier, shareInBarrier, ours, jdk, pace, run);
                ours.whileAwake(() -> ours.ask(0, "barrier").length());
            }
            if (wanted.contains(shareInFinalize)) {
                ours.whileAwake(() -> ours.ask(1, "finalize").length());
                shares(shareInFinalize, ours, jdk, pace, run);
            }
        }
    }

    private static Members prepared(Members members, Pace pace) throws IOException {
        members.ask(0, "warm", Calls.PING, 1, pace.warmMs());
        members.stop();
        return members;
    }

    private static void both(List<Row> wanted, Row first, Row share, Members ours, Members jdk, Pace pace,
            Run run) throws IOException {
        if (wanted.contains(first)) {
            for (int i = 0; i < 2 * pace.rounds(); i++) {
                run.add(first, Software.OURS, firstUs(ours));
                run.add(first, Software.JDK, firstUs(jdk));
            }
        }
        if (wanted.contains(share)) {
            shares(share, ours, jdk, pace, run);
        }
    }

    private static double firstUs(Members members) throws IOException {
        return members.whileAwake(() -> members.value(0, "first", 1, IDLE_BEFORE_CALL_MS));
    }

    private static void shares(Row row, Members ours, Members jdk, Pace pace, Run run) throws IOException {
        for (int round = 0; round < pace.rounds(); round++) {
            run.add(row, Software.OURS, share(ours, pace));
            run.add(row, Software.JDK, share(jdk, pace));
        }
    }

    /** Returns the share of the server, after earlier activity has settled. */
    private static double share(Members members, Pace pace) throws IOException {
        return members.whileAwake(() -> {
            members.ask(1, "idle", IDLE_BEFORE_CALL_MS);
            return members.value(1, "idle", pace.idleMs());
        });
    }
}

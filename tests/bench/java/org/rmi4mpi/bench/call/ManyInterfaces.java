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

/** Compares a process that uses all methods of a hundred remote interfaces with a process that uses one interface. */
final class ManyInterfaces implements Situation {
    private final Row one = new Row(Section.SITUATIONS, "1 interface, void ping()", Unit.US, Bar.none());
    private final Row all = new Row(Section.SITUATIONS, Interfaces.COUNT + " interfaces in turn, void ping()", Unit.US,
            Bar.timesOf(one));

    @Override
    public List<Row> rows() {
        return List.of(one, all);
    }

    @Override
    public void measure(List<Row> wanted, Run run) throws IOException {
        Pace pace = run.pace();
        Interfaces.generate(Groups.INTERFACES);
        try (Groups groups = new Groups(run);
                Members ours = prepared(groups.ranks(2), 1, pace);
                Members jdk = prepared(groups.jvms(2), 1, pace);
                Members oursAll = prepared(groups.ranks(2), Interfaces.COUNT, pace);
                Members jdkAll = prepared(groups.jvms(2), Interfaces.COUNT, pace)) {
            for (int round = 0; round < pace.rounds(); round++) {
                run.add(one, Software.OURS, callUs(ours, pace));
                run.add(all, Software.OURS, callUs(oursAll, pace));
                run.add(one, Software.JDK, callUs(jdk, pace));
                run.add(all, Software.JDK, callUs(jdkAll, pace));
            }
        }
    }

    private static Members prepared(Members members, int interfaces, Pace pace) throws IOException {
        members.ask(1, "export", interfaces);
        members.ask(0, "import", interfaces);
        members.ask(0, "use", 4 * pace.warmMs());
        members.stop();
        return members;
    }

    private static double callUs(Members members, Pace pace) throws IOException {
        return members.whileAwake(() -> {
            members.ask(0, "use", pace.roundMs());
            return members.value(0, "pingall", pace.batches(), pace.batchMs());
        });
    }
}

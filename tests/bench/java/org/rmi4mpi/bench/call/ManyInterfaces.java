package org.rmi4mpi.bench.call;

import java.io.IOException;
import java.util.List;

/** Compares a process that uses all methods of a hundred remote interfaces with a process that uses one interface. */
final class ManyInterfaces implements Situation {
    private final Row one = new Row("1 interface, void ping()", Unit.US, Bar.none());
    private final Row all = new Row(Interfaces.COUNT + " interfaces in turn, void ping()", Unit.US, Bar.timesOf(one));

    @Override
    public List<Row> rows() {
        return List.of(one, all);
    }

    @Override
    public void measure(List<Row> wanted, Groups groups, Pace pace, Results results) throws IOException {
        Interfaces.generate(Groups.INTERFACES);
        try (Members ours = prepared(groups.ranks(2), 1, pace);
                Members jdk = prepared(groups.jvms(2), 1, pace);
                Members oursAll = prepared(groups.ranks(2), Interfaces.COUNT, pace);
                Members jdkAll = prepared(groups.jvms(2), Interfaces.COUNT, pace)) {
            for (int round = 0; round < pace.rounds(); round++) {
                results.add(one, Contender.OURS, callUs(ours, pace));
                results.add(all, Contender.OURS, callUs(oursAll, pace));
                results.add(one, Contender.JDK, callUs(jdk, pace));
                results.add(all, Contender.JDK, callUs(jdkAll, pace));
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

package org.rmi4mpi.bench.call;

import java.io.IOException;
import java.util.List;
import org.rmi4mpi.bench.cold.ColdJobs;
import org.rmi4mpi.bench.rows.Situation;

/** Lists the measurements of calls. Each of these classes defines its rows; {@link Calls} has those of pairs. Stateless. */
public final class CallSituations {
    private CallSituations() {}

    /** @param jdk the version that is measured, on which some bars depend */
    public static List<Situation> all(int jdk) {
        return List.of(new PairCalls(jdk), new StarCalls(), new OneWayCalls(), new CallBacks(), ManyCallers.star(4),
                new LocalCalls(), new BusyServer(), new IdleRank(), new ComputingRank(), ManyCallers.allToAll(8),
                new ManyInterfaces(), ColdJobs.all());
    }

    /** Empties the file of the processes' output. */
    public static void clearLog() throws IOException {
        Groups.clearLog();
    }

    /** Returns the end of the processes' output, for those who ask why a measurement failed. */
    public static String endOfLog() {
        return Groups.endOfLog();
    }
}

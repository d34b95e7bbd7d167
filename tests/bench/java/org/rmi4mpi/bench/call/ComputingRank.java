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
 * Measures the loss of a rank that computes and that nobody calls. Ranks, and JVMs without a job, make the same
 * computation in turns, one for each core. The loss is in CPU time of the process: if every core computes, the
 * dispatcher takes its time from the computation. Also measures the share of the rank's other threads.
 */
final class ComputingRank implements Situation {
    private static final int MEMBERS = Runtime.getRuntime().availableProcessors();
    private static final int CHUNKS_TO_WARM = 2000;
    private static final double TURN_US = 100_000;

    private final Row loss = new Row(Section.SITUATIONS, "computing rank's loss, in CPU time", Unit.PERCENT,
            Bar.atMost(1, Unit.PERCENT));
    private final Row others =
            new Row(Section.SITUATIONS, "computing rank's other threads, to it", Unit.PERCENT, Bar.none());

    /** The mean time of the members for the same computation. */
    private record Turn(double us, double percentOfOthers) {}

    @Override
    public List<Row> rows() {
        return List.of(loss, others);
    }

    @Override
    public void measure(List<Row> wanted, Run run) throws IOException {
        Pace pace = run.pace();
        try (Groups groups = new Groups(run);
                Members ranks = groups.ranks(MEMBERS); Members alone = groups.processes(MEMBERS)) {
            ranks.stop();
            alone.stop();
            turn(ranks, CHUNKS_TO_WARM);
            turn(alone, CHUNKS_TO_WARM);
            int chunks = (int) (CHUNKS_TO_WARM * TURN_US / turn(alone, CHUNKS_TO_WARM).us());
            for (int i = 0; i < pace.turns(); i++) {
                Turn before = turn(alone, chunks);
                Turn withJob = turn(ranks, chunks);
                Turn after = turn(alone, chunks);
                run.add(loss, Software.OURS, 100 * (withJob.us() / ((before.us() + after.us()) / 2) - 1));
                run.add(others, Software.OURS, withJob.percentOfOthers());
                run.add(others, Software.JDK, after.percentOfOthers());
            }
        }
    }

    private static Turn turn(Members members, int chunks) throws IOException {
        members.resume();
        List<String[]> each = members.askAll("compute", chunks).stream().map(answer -> answer.split(",")).toList();
        members.stop();
        return new Turn(mean(each, 0), mean(each, 1));
    }

    private static double mean(List<String[]> each, int column) {
        return each.stream().mapToDouble(words -> Double.parseDouble(words[column])).average().orElseThrow();
    }
}

package org.rmi4mpi.bench.run;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.is;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.Test;
import org.rmi4mpi.bench.rows.Bar;
import org.rmi4mpi.bench.rows.Pace;
import org.rmi4mpi.bench.rows.ResultsFile;
import org.rmi4mpi.bench.rows.Row;
import org.rmi4mpi.bench.rows.Run;
import org.rmi4mpi.bench.rows.Sample;
import org.rmi4mpi.bench.rows.Section;
import org.rmi4mpi.bench.rows.Situation;
import org.rmi4mpi.bench.rows.Software;
import org.rmi4mpi.bench.rows.Unit;

public class PlanTest {
    private static final Row PING = new Row(Section.KERNELS, "void ping()", Unit.US, Bar.none());
    private static final Row STAR = new Row(Section.STAR, "Object star(null)", Unit.US, Bar.none());

    private static final Situation SITUATION = new Calls(false);

    /** Measures nothing. */
    private record Calls(boolean hasJobForEachRound) implements Situation {
        @Override
        public List<Row> rows() {
            return List.of(PING, STAR);
        }

        @Override
        public Set<Software> software(Row row) {
            return Set.of(Software.OURS, Software.JDK);
        }

        @Override
        public void measure(List<Row> wanted, Run run) {
            throw new UnsupportedOperationException();
        }
    }

    private static Plan plan(String picked) {
        return new Plan(List.of(SITUATION), Pace.COLLECTION, picked);
    }

    private static List<Sample> samples(Row row, Software system, int count) {
        List<Sample> samples = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            samples.add(new Sample(row.section().name(), row.name(), "us", system.name(), 0, i, 1));
        }
        return samples;
    }

    @Test
    public void rowsArePickedByNameOrSection() {
        assertThat(plan("").rows(), contains(PING, STAR));
        assertThat(plan("ping()").rows(), contains(PING));
        assertThat(plan("nothing, Star").rows(), contains(STAR));
        assertThat(plan("nothing").rows(), empty());
    }

    @Test
    public void completeRowsOfAnEarlierRunAreKept() {
        List<Sample> complete = new ArrayList<>(samples(PING, Software.OURS, Pace.COLLECTION.rounds()));
        complete.addAll(samples(PING, Software.JDK, Pace.COLLECTION.rounds()));
        List<Sample> all = new ArrayList<>(complete);
        all.addAll(samples(STAR, Software.OURS, Pace.COLLECTION.rounds()));
        all.addAll(samples(STAR, Software.JDK, 1));
        Plan plan = plan("");
        assertThat(plan.takeOut(new ResultsFile.Content(Map.of(), all)), is(complete));
        assertThat(plan.rows(), contains(STAR));
    }

    /** The round of which only one system has a value is measured again. */
    @Test
    public void roundsOfAnEarlierRunAreKeptWhereEachIsAJob() {
        List<Sample> all = new ArrayList<>(samples(STAR, Software.OURS, 2));
        all.addAll(samples(STAR, Software.JDK, 1));
        List<Sample> first = List.of(all.get(0), all.get(2));
        Plan plan = new Plan(List.of(new Calls(true)), Pace.COLLECTION, "star");
        assertThat(plan.takeOut(new ResultsFile.Content(Map.of(), all)), is(first));
        assertThat(plan.rows(), contains(STAR));
        assertThat(plan("star").takeOut(new ResultsFile.Content(Map.of(), all)), empty());
    }
}

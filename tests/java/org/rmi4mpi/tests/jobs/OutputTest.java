package org.rmi4mpi.tests.jobs;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.is;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.Test;
import org.rmi4mpi.tests.programs.Pieces;
import org.rmi4mpi.tests.runner.Deadline;
import org.rmi4mpi.tests.runner.InCheck;
import org.rmi4mpi.tests.runner.OneJdk;
import org.rmi4mpi.tests.runner.Processes;

/** Ranks that print lines in pieces, as {@code printf} does. */
@Deadline(90)
public class OutputTest {
    private static final int SECONDS = 30;
    private static final int RANKS = 3;

    private static Processes.Outcome run(String end) throws Exception {
        Processes.Outcome outcome = Programs.launch(SECONDS, RANKS, "-Xmx100m", "Pieces", end);
        assertThat("ended in time: " + outcome.output(), outcome.inTime(), is(true));
        return outcome;
    }

    private static void checkLines(Processes.Outcome outcome) {
        List<String> expected = new ArrayList<>();
        for (int rank = 0; rank < RANKS; rank++) {
            for (int i = 0; i < Pieces.LINES; i++) {
                expected.add("line " + i + " of rank " + rank + ": in many pieces, " + i * i);
            }
        }
        // A rank that is late begins behind the text without an end that others have written after a while.
        expected.removeAll(
                outcome.output().lines().map(line -> line.replaceAll("unfinished of rank \\d+;", "")).toList());
        assertThat("lines that are missing in:\n" + outcome.output(), expected, empty());
    }

    private static void checkUnfinishedLines(Processes.Outcome outcome) {
        IntStream.range(0, RANKS).forEach(
                rank -> assertThat(outcome.output(), containsString("unfinished of rank " + rank + ";")));
    }

    @Test
    @InCheck
    public void linesOfSeveralRanksAreWhole() throws Exception {
        Processes.Outcome outcome = run("finalize");
        checkLines(outcome);
        checkUnfinishedLines(outcome);
        assertThat(outcome.status(), is(0));
    }

    @Test
    @OneJdk
    public void aLineWithoutEndIsNotLostAtTheEnd() throws Exception {
        checkUnfinishedLines(run("exit"));
        checkUnfinishedLines(run("hook"));
    }

    @Test
    @OneJdk
    public void aLineWithoutEndIsNotLostWhereTheJobIsAborted() throws Exception {
        checkUnfinishedLines(run("abort"));
    }

    @Test
    @OneJdk
    public void aLineWithoutEndIsSeenWhileTheRankWaits() throws Exception {
        Processes.Outcome outcome = Processes.signal("TERM", "unfinished of rank 0;", Programs.JAVA_HOME, SECONDS,
                Map.of(),
                Programs.command(
                        List.of("-n", "1", "-cp", JobTest.CLASSES, "org.rmi4mpi.tests.programs.Pieces", "wait")));
        assertThat(outcome.output(), outcome.status(), is(143));
    }
}

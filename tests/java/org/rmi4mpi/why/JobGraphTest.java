package org.rmi4mpi.why;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.lessThan;
import static org.hamcrest.Matchers.not;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.Test;
import org.rmi4mpi.bridge.Awaited;
import org.rmi4mpi.bridge.Awaited.Event;
import org.rmi4mpi.tests.runner.Deadline;
import org.rmi4mpi.tests.runner.OneJdk;

/** What follows from the answers of ranks. */
@Deadline(60)
@OneJdk
public class JobGraphTest {
    private static final int MANY = 1_000;
    private static final int LINES_OF_A_SCREEN = 40;

    private static ThreadAnswer thread(Thread.State state, Awaited awaited, String method) {
        return new ThreadAnswer(1, "main", state, "", -1, "", List.of(new Frame("app.Main", method, "Main.java:7")), "",
                -1, "", 0, 0, awaited == null ? null : new Waiting(awaited, "", 1, 10));
    }

    private static Awaited barrier(int ranks) {
        return new Awaited(Event.COLLECTIVE, "Barrier", "MPI_COMM_WORLD", IntStream.range(0, ranks).boxed().toList(),
                "");
    }

    private static Awaited message(Integer... sources) {
        return new Awaited(Event.MESSAGE, "Recv", "MPI_COMM_WORLD", List.of(sources), "tag 3");
    }

    /** Each rank has one thread. */
    private static JobGraph graph(List<ThreadAnswer> threads) {
        List<Answer> answers = new ArrayList<>();
        for (int rank = 0; rank < threads.size(); rank++) {
            answers.add(new Answer(rank, rank, threads.size(), List.of(), List.of(), List.of(threads.get(rank)),
                    List.of(), List.of(), List.of()));
        }
        return new JobGraph(new JobState("job", List.of(), Map.of(), answers));
    }

    private static ThreadAnswer waits(Awaited awaited) {
        return thread(Thread.State.TIMED_WAITING, awaited, "main");
    }

    @Test
    public void aThousandRanksFitOnOneScreen() {
        List<ThreadAnswer> threads = new ArrayList<>();
        for (int rank = 0; rank < MANY; rank++) {
            threads.add(rank == 17 ? thread(Thread.State.RUNNABLE, null, "compute") : waits(barrier(MANY)));
        }
        JobGraph graph = graph(threads);
        String report = TextReport.of(graph, Causes.of(graph));
        assertThat(report, (int) report.lines().count(), lessThan(LINES_OF_A_SCREEN));
        assertThat(report,
                containsString("Barrier on MPI_COMM_WORLD: ranks 0-16 and 18-999 wait in it, at app.Main.main("
                        + "Main.java:7); rank 17 has not come: rank 17 computes, at app.Main.compute(Main.java:7)"));
        assertThat(graph.stuck(), empty());
    }

    @Test
    public void aThousandRanksThatWaitForAnyMessageHang() {
        List<ThreadAnswer> threads = new ArrayList<>();
        Integer[] all = IntStream.range(0, MANY).boxed().toArray(Integer[]::new);
        for (int rank = 0; rank < MANY; rank++) {
            threads.add(waits(message(all)));
        }
        JobGraph graph = graph(threads);
        assertThat(TextReport.of(graph, Causes.of(graph)), containsString("it hangs"));
    }

    @Test
    public void aWaitForOneOfTwoRanksGoesOnIfOneOfThemDoes() {
        JobGraph graph = graph(List.of(waits(message(1, 2)), waits(message(0)),
                thread(Thread.State.RUNNABLE, null, "compute")));
        assertThat(graph.stuck(), empty());
    }

    @Test
    public void aCollectiveNeedsAllThatAreMissing() {
        JobGraph graph = graph(List.of(waits(barrier(3)), waits(message(0)),
                thread(Thread.State.RUNNABLE, null, "compute")));
        assertThat(graph.stuck(), hasSize(2));
        assertThat(graph.cycle(), hasSize(2));
    }

    @Test
    public void aCollectiveToWhichAllHaveComeGoesOn() {
        JobGraph graph = graph(List.of(waits(barrier(2)), waits(barrier(2))));
        assertThat(graph.stuck(), empty());
        assertThat(Causes.of(graph), empty());
    }

    @Test
    public void aThreadThatSleepsMayNotifyAnother() {
        JobGraph graph = graph(List.of(thread(Thread.State.WAITING, null, "await"),
                thread(Thread.State.TIMED_WAITING, null, "pause")));
        assertThat(graph.stuck(), empty());
    }

    @Test
    public void aWaitForARankWithoutThreadsIsStuck() {
        Answer waiting = new Answer(0, 0, 2, List.of(), List.of(), List.of(waits(message(1))), List.of(),
                List.of(), List.of());
        Answer idle = new Answer(1, 1, 2, List.of(), List.of(), List.of(), List.of(), List.of(), List.of());
        JobGraph graph = new JobGraph(new JobState("job", List.of(), Map.of(), List.of(waiting, idle)));
        assertThat(graph.stuck(), not(empty()));
        assertThat(Causes.of(graph).get(0).kind(), is(Cause.Kind.IDLE_RANK));
    }

    private static JobState besidePython(ThreadAnswer... threads) {
        List<Answer> answers = new ArrayList<>();
        for (int rank = 0; rank < threads.length; rank++) {
            answers.add(new Answer(rank, rank, threads.length + 1, List.of(threads.length), List.of(),
                    List.of(threads[rank]), List.of(), List.of(), List.of()));
        }
        return new JobState("job", List.of(), Map.of(), answers);
    }

    @Test
    public void whatRanksWaitForAtAnotherLanguageIsTold() {
        ThreadAnswer calls = waits(new Awaited(Event.REPLY, "app.Solver.step at rank 2", "", List.of(2), "call 1"));
        JobGraph graph = new JobGraph(besidePython(calls, calls));
        assertThat(graph.stuck(), empty());
        String report = TextReport.of(graph, Causes.of(graph));
        assertThat(report.lines().toList().get(1), is("  rank 2 is a program in another language, which answers no"
                + " questions: rank 0 waits for the reply to app.Solver.step at rank 2, for 10 s, at app.Main.main("
                + "Main.java:7); so do threads of rank 1"));
        assertThat(report, not(containsString("not reached")));
    }

    @Test
    public void aCollectiveThatMayLackAnotherLanguage() {
        JobGraph all = new JobGraph(besidePython(waits(barrier(3)), waits(barrier(3))));
        assertThat(Causes.of(all).get(0).text(), containsString("ranks 0-1 wait in it, at app.Main.main(Main.java:7);"
                + " rank 2 has not come: rank 2 is a program in another language, which answers no questions"));
        JobGraph some = new JobGraph(besidePython(waits(barrier(3)), waits(message(0))));
        assertThat(Causes.of(some).stream().map(Cause::text).toList().toString(),
                containsString("rank 1 has not come: rank 1 waits in Recv"));
        assertThat(some.stuck(), hasSize(2));
    }

    /** Each rank waits for the other, at the time of each look, and one of them has received a message meanwhile. */
    @Test
    public void threadsThatGoOnBetweenTwoLooksAreNotStuck() {
        JobGraph before = graph(List.of(waits(message(1)), waits(message(0))));
        JobState state = graph(List.of(waits(message(1)), receives(8))).job();
        assertThat(before.stuck(), hasSize(2));
        JobGraph graph = new JobGraph(state, Standstill.moved(before, new JobGraph(state)));
        assertThat(graph.stuck(), empty());
        assertThat(TextReport.verdict(graph),
                is("it does not hang: 1 of 2 threads of the program have gone on between two looks"));
        assertThat(Standstill.moved(before, before), empty());
    }

    private static ThreadAnswer receives(long messages) {
        return new ThreadAnswer(1, "main", Thread.State.RUNNABLE, "", -1, "",
                List.of(new Frame("app.Main", "main", "Main.java:7")), "", -1, "", messages, 0,
                new Waiting(message(0), "", 1, 10));
    }

    @Test
    public void ranksAreNamedBySpans() {
        assertThat(Ranks.all(List.of(5, 0, 1, 2, 9, 8)), is("ranks 0-2, 5 and 8-9"));
        assertThat(Ranks.any(List.of(3)), is("rank 3"));
    }
}

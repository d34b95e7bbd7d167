package org.rmi4mpi.tests.jobs;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.greaterThan;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.is;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.Test;
import org.rmi4mpi.tests.runner.Deadline;
import org.rmi4mpi.tests.runner.InCheck;
import org.rmi4mpi.tests.runner.OneJdk;
import org.rmi4mpi.tests.runner.Processes;

/** The lines that {@code --stats} prints. */
@Deadline(90)
@OneJdk
public class StatisticsTest {
    private static final int SECONDS = 30;
    private static final String PROGRAM = "org.rmi4mpi.tests.programs.Counted";
    private static final String NUMBER = "([\\d,]+)";
    private static final Pattern LINE = Pattern.compile("rmi4mpi: (rank \\d+|total) made " + NUMBER
            + " calls, [\\d.]+ us each, and " + NUMBER + " one-way or asynchronous; served " + NUMBER + "; sent "
            + NUMBER
            + " bytes in frames, received " + NUMBER + "; " + NUMBER + " polls, " + NUMBER + " hand-overs, " + NUMBER
            + " sleeps, rang " + NUMBER + " times; " + NUMBER
            + " threads, at most .* requests waited.*");
    private static final int FIRST_SUM = 2;
    private static final int LAST_SUM = 11;

    /** The sums in each line of the job, by the line's rank or "total". */
    private static Map<String, List<Long>> lines(String... words) throws Exception {
        Processes.Outcome outcome =
                Processes.run(Programs.JAVA_HOME, SECONDS, Map.of(), Programs.command(List.of(words)));
        assertThat("ended in time: " + outcome.output(), outcome.inTime(), is(true));
        assertThat(outcome.output(), outcome.status(), is(0));
        return outcome.output().lines().map(LINE::matcher).filter(Matcher::matches)
                .collect(Collectors.toMap(line -> line.group(1), StatisticsTest::sums));
    }

    private static List<Long> sums(Matcher line) {
        return IntStream.rangeClosed(FIRST_SUM, LAST_SUM)
                .mapToObj(i -> Long.valueOf(line.group(i).replace(",", "")))
                .toList();
    }

    private static List<Long> sum(List<Long> some, List<Long> others) {
        return IntStream.range(0, some.size()).mapToObj(i -> some.get(i) + others.get(i)).toList();
    }

    @Test
    @InCheck
    public void theTotalIsTheSumOverTheRanks() throws Exception {
        Map<String, List<Long>> lines = lines("--stats", "-n", "3", "-cp", JobTest.CLASSES, PROGRAM);
        List<Long> total = lines.remove("total");
        assertThat(lines.values(), hasSize(3));
        assertThat(total, is(lines.values().stream().reduce(StatisticsTest::sum).orElseThrow()));
        assertThat("calls that were made", total.get(0), greaterThan(300L));
    }

    @Test
    public void programsThatDoNotCountDoNotPrint() throws Exception {
        Map<String, List<Long>> lines = lines("-n", "1", "-cp", JobTest.CLASSES, PROGRAM, ":",
                "-n", "1", "-Drmi4mpi.stats=1", "-cp", JobTest.CLASSES, PROGRAM);
        assertThat(lines.keySet(), is(Set.of("rank 1", "total")));
        assertThat(lines.get("total"), is(lines.get("rank 1")));
    }

    @Test
    public void withoutTheOptionNothingIsPrinted() throws Exception {
        assertThat(lines("-n", "2", "-cp", JobTest.CLASSES, PROGRAM), is(Map.of()));
    }
}

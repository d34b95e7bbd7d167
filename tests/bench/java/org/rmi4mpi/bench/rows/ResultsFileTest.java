package org.rmi4mpi.bench.rows;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.closeTo;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.is;
import static org.junit.Assert.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;

public class ResultsFileTest {
    @Rule
    public final TemporaryFolder folder = new TemporaryFolder();

    private static Sample sample(String row, int attempt, int round, double value) {
        return new Sample("KERNELS", row, "us", "OURS", attempt, round, value);
    }

    @Test
    public void valuesAndFactsComeBack() throws IOException {
        Path file = folder.getRoot().toPath().resolve("a/results.csv");
        List<Sample> samples = List.of(sample("void ping(\"\")", 0, 0, 1.5), sample("a, b", 0, 0, 2.25));
        try (ResultsFile out = ResultsFile.create(file, Map.of("processor", "one, \"fast\""))) {
            out.add(samples.get(0));
        }
        try (ResultsFile out = ResultsFile.append(file)) {
            out.add(samples.get(1));
        }
        ResultsFile.Content content = ResultsFile.read(file);
        assertThat(content.samples(), is(samples));
        assertThat(content.about(), is(Map.of("processor", "one, \"fast\"")));
        assertThat(content.rows(Section.KERNELS), is(List.of("void ping(\"\")", "a, b")));
    }

    @Test
    public void theLastAttemptCounts() {
        ResultsFile.Content content = new ResultsFile.Content(Map.of(),
                List.of(sample("a", 0, 0, 100), sample("a", 0, 1, 1), sample("a", 1, 0, 2), sample("a", 1, 1, 4)));
        assertThat(content.results().median("a", Software.OURS), closeTo(3, 1e-9));
        assertThat(content.results().attempt("a"), is(1));
    }

    @Test
    public void aLineOfAnotherFileIsReported() throws IOException {
        Path file = folder.getRoot().toPath().resolve("other.csv");
        Files.writeString(file, "a,b\n1,2\n");
        IOException e = assertThrows(IOException.class, () -> ResultsFile.read(file));
        assertThat(e.getMessage(), containsString("other.csv, line 1: 2 fields, not 7"));
        Files.writeString(file, "section,row,unit,software,attempt,round,value\nKERNELS,a,us,OURS,0,zero,1\n");
        e = assertThrows(IOException.class, () -> ResultsFile.read(file));
        assertThat(e.getMessage(), containsString("other.csv, line 2"));
    }
}

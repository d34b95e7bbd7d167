package org.rmi4mpi.bench.mpi;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;
import static org.junit.Assert.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;

public class MpiResultsTest {
    @Rule
    public final TemporaryFolder folder = new TemporaryFolder();

    private static MpiResults results() {
        MpiResults results = new MpiResults();
        for (int round = 0; round < 3; round++) {
            results.add(round, "latency", 8, "C multiple", 1 + round);
            results.add(round, "latency", 8, "array 17", 2 * (1 + round));
            results.add(round, "latency", 8, "direct 25", 1.1 * (1 + round));
            results.add(round, "latency", 65536, "C multiple", 10);
            results.add(round, "latency", 65536, "direct 25", 12);
            results.add(round, "put", 4 << 20, "C multiple", 100);
            results.add(round, "put", 4 << 20, "camel-direct 25", 250);
        }
        return results;
    }

    @Test
    public void aTableHasTheVariantsThatWereMeasured() {
        String tables = results().toMarkdown();
        assertThat(tables, containsString("4.00 (2.00)"));
        String put = tables.substring(tables.indexOf("put"));
        assertThat(put, containsString("4 MiB"));
        assertThat(put, containsString("250 (2.50)"));
        assertThat(put, not(containsString("array 17")));
    }

    @Test
    public void thePageHasTheNewestJdkAlone() {
        String tables = results().tablesOfNewestJdk();
        assertThat(tables, containsString("camel-direct 25"));
        assertThat(tables, not(containsString("array 17")));
    }

    @Test
    public void barsAreComparedWithRatios() {
        String bars = new MpiBars(results()).toMarkdown();
        assertThat(bars.lines().filter(line -> line.contains("MISSED")).count(), is(2L)); // array of 8 B, direct 64 KiB
        assertThat(bars, containsString("1.10 met"));
    }

    @Test
    public void aFileIsReadAsItWasWritten() throws Exception {
        Path path = folder.getRoot().toPath();
        results().write(path);
        assertThat(MpiResults.read(path.resolve("mpi.csv")).toMarkdown(), is(results().toMarkdown()));
        Path other = Files.writeString(path.resolve("other.csv"), "a,b\n1,2\n");
        assertThat(assertThrows(IOException.class, () -> MpiResults.read(other)).getMessage(),
                containsString("is not a file of 'make bench-mpi'"));
    }
}

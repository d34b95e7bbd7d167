package org.rmi4mpi.bench.app;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.is;
import static org.junit.Assert.assertThrows;

import java.io.IOException;
import java.util.List;
import org.junit.Test;

public class ProgramsTest {
    @Test
    public void timesAreReadFromLines() throws IOException {
        Programs.Times times = Programs.times("sequential                      0.5000 s   x\n"
                + "2 processes, remote objects     0.2500 s   x\nsequential 1.0 s   x\n2 ranks, messages    2.0 s   x\n");
        assertThat(times, is(new Programs.Times(List.of(0.5, 1.0), List.of(0.25, 2.0))));
    }

    @Test
    public void aProgramWithoutTimesIsReported() {
        IOException e = assertThrows(IOException.class, () -> Programs.times("no such class"));
        assertThat(e.getMessage(), containsString("no times:\nno such class"));
    }
}

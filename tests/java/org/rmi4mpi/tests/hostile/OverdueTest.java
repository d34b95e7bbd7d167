package org.rmi4mpi.tests.hostile;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.allOf;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;

import java.util.regex.Pattern;
import org.junit.Test;
import org.rmi4mpi.tests.runner.Deadline;
import org.rmi4mpi.tests.runner.OneJdk;

/** Late replies are reported, and arrive in the end. */
@Deadline(HostileJob.SECONDS + 10)
public class OverdueTest {
    @Test
    public void callsToARankThatIsStoppedAreToldOfAndAnswered() throws Exception {
        HostileJob job = HostileJob.run(3, "-Drmi4mpi.overdue.s=1", StoppedRank.class).allAnswered();
        assertThat(job.output(), job.sum("failed"), is(0L));
        assertThat(job.output(), job.sum("served"), is(30L));
        assertThat(job.output(), Pattern.compile("rmi4mpi: rank 0 \\(host \\S+, process \\d+\\) has waited for \\d+ s,"
                + " since \\d\\d:\\d\\d:\\d\\d, for the reply to \\S+Stopped\\.\\w+ at rank 1 \\(host \\S+, process \\d+\\)"
                + "(, and for \\d+ others? of that rank)?: that process is stopped; kill -CONT \\d+")
                .matcher(job.output())
                .find(), is(true));
        assertThat("one line for many calls: " + job.output(),
                job.output().split("Stopped.next at rank 1").length, is(2));
    }

    @Test
    @OneJdk
    public void aMessageWhoseRestDoesNotComeIsToldOfByItsReader() throws Exception {
        HostileJob job = HostileJob.run(2, "-Drmi4mpi.overdue.s=1", LatePiece.class);
        assertThat(job.output(), job.status(), is(0));
        String host = " \\(host \\S+, process \\d+\\)";
        for (String what : new String[] {"1" + host + " .* for the rest of a request of rank 0" + host,
            "0" + host + " .* for the rest of a reply of rank 1" + host}) {
            assertThat(job.output(), Pattern.compile("rank " + what).matcher(job.output()).find(), is(true));
        }
    }

    @Test
    @OneJdk
    public void nothingIsSaidWhereNobodyWantsIt() throws Exception {
        HostileJob job = HostileJob.run(2, "-Drmi4mpi.overdue.s=0", LateReply.class);
        assertThat(job.output(), job.status(), is(0));
        assertThat(job.output(), not(containsString("has waited")));
        HostileJob told = HostileJob.run(2, "-Drmi4mpi.overdue.s=1", LateReply.class, "told");
        assertThat(told.output(), allOf(containsString("LateReply$Late.sleep at rank 1"), containsString("jstack")));
    }
}

package org.rmi4mpi.tests.hosts;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.is;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.Rule;
import org.junit.Test;
import org.rmi4mpi.tests.runner.Deadline;
import org.rmi4mpi.tests.runner.InCheck;
import org.rmi4mpi.tests.runner.Processes;

/** A job on two hosts, which a JVM on a third one calls by the java.rmi of the JDK. */
@Deadline(120)
public class GatewayHostsTest {
    private static final int SECONDS = 60;
    private static final String CLASSES =
            Path.of("build/tests/rmi/rmi4mpi-rmi-programs.jar").toAbsolutePath().toString();

    @Rule
    public final Hosts hosts = new Hosts();

    @Test
    @InCheck
    public void aClientOfAnotherHostCallsRanksAndIsCalledBack() throws Exception {
        try (HostJob job = HostJob.start(1, Map.of(),
                List.of("--rmi", "--gateway", "1099", "--gateway-address", "h1", "--gateway-names", "sol*", "-cp",
                        CLASSES, "gate.SolverRank", ":", "-n", "1", "gate.PartRank"))) {
            job.awaits("the part has joined", SECONDS);
            for (String what : new String[] {"all", "stop"}) {
                Processes.Outcome client = client(what);
                assertThat(client.output() + job.output(), client.status(), is(0));
                assertThat(client.output(), containsString("the client has ended"));
            }
            job.endsWell(SECONDS);
        }
    }

    private static Processes.Outcome client(String what) throws Exception {
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        return Processes.run(Path.of(System.getProperty("java.home")), SECONDS, Map.of(),
                List.of(System.getenv("RMI4MPI_HOSTS") + "/ssh", "h3", java.toString(), "-XX:TieredStopAtLevel=1",
                        "-cp",
                        CLASSES, "gate.Client", "h1:1099", what));
    }
}

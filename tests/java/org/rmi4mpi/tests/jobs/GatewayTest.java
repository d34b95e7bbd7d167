package org.rmi4mpi.tests.jobs;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.allOf;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;

import java.nio.file.Path;
import org.junit.Test;
import org.rmi4mpi.tests.runner.Deadline;
import org.rmi4mpi.tests.runner.InCheck;
import org.rmi4mpi.tests.runner.Jdks;
import org.rmi4mpi.tests.runner.OneJdk;
import org.rmi4mpi.tests.runner.Processes;

/** Jobs that JVMs outside call by the java.rmi of the JDK, with nothing of ours on their class path. */
@Deadline(120)
public class GatewayTest {
    private static void succeeded(GatewayJob job, Processes.Outcome client) throws Exception {
        assertThat(client.output() + "\n" + job.output(), client.status(), is(0));
        assertThat(client.output(), containsString("the client has ended"));
    }

    @Test
    @InCheck
    public void clientsOfEachJdkCallRanksAndAreCalledBack() throws Exception {
        try (GatewayJob job = GatewayJob.start()) {
            for (Path jdk : Jdks.found().values()) {
                succeeded(job, job.client(jdk, "-cp", GatewayJob.CLASSES, "gate.Client", "PORT", "all"));
            }
            succeeded(job, job.client(Programs.JAVA_HOME, "-cp", GatewayJob.CLASSES, "gate.Client", "PORT", "stop"));
            assertThat(job.output(), job.end(), is(0));
            assertThat(job.output(), allOf(containsString("lookup of secret, which is not published"),
                    containsString("unbind of solver: the names of a job are not changed from outside"),
                    containsString("in a call of the registry, which takes names alone"), not(containsString("HARM"))));
        }
    }

    @Test
    @OneJdk
    public void withoutNamesNothingIsPublished() throws Exception {
        try (GatewayJob job = GatewayJob.start("--gateway-names", "")) {
            Processes.Outcome client = job.client(Programs.JAVA_HOME, "-cp", GatewayJob.CLASSES, "gate.Client", "PORT");
            assertThat(client.output(), containsString("NotBoundException: solver is not published by the job"));
        }
    }
}

package org.rmi4mpi.tests.hosts;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;
import static org.junit.Assume.assumeTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.rules.ExternalResource;

/** The hosts that scripts/hosts has made: h1, where the tests run, h2 and h3. Mends them after each test. */
final class Hosts extends ExternalResource {
    /** Whether h2 was killed, and may live again. Owned by the thread of the tests, as the host is. */
    private boolean isKilled;

    @Override
    protected void before() {
        assumeTrue("no hosts: make test-hosts makes them", System.getenv("RMI4MPI_HOSTS") != null);
    }

    @Override
    protected void after() {
        if (isKilled) {
            script("kill", "2");
            script("add", "2");
        } else {
            script("link", "2", "up");
        }
    }

    /** The link between h2 and the other hosts. */
    void link(boolean isUp) {
        script("link", "2", isUp ? "up" : "down");
    }

    /** Kills all processes of h2, and takes its link away, as a crash does. */
    void kill() {
        isKilled = true;
        script("kill", "2");
    }

    /** Makes h2 anew, with the /dev/shm of the machine. */
    void shareMemory() {
        kill();
        script("add", "2", "shared");
    }

    private static void script(String... words) {
        List<String> command = new ArrayList<>(List.of("scripts/hosts"));
        command.addAll(List.of(words));
        try {
            assertThat("" + command, new ProcessBuilder(command).inheritIO().start().waitFor(), is(0));
        } catch (Exception e) {
            throw new IllegalStateException(command + " failed", e);
        }
    }
}

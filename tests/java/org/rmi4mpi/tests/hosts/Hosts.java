package org.rmi4mpi.tests.hosts;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;
import static org.junit.Assume.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.rules.ExternalResource;

/** The hosts that scripts/hosts has made: h1, where the tests run, h2 and h3. Mends them after each test. */
final class Hosts extends ExternalResource {
    /** The status of scripts/hosts where it cannot do this here. */
    private static final int WITHOUT = 77;

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

    /** Loses this share of the packets of h2, both ways, and delays the others by a random time. */
    void loseAndDelay(int percent, int longestDelayMs) {
        isKilled = true; // h2 and its link are made anew after the test
        int status = run("lossy", "2", "" + percent, "" + longestDelayMs);
        assumeTrue("no lossy links: this machine or container has no /dev/net/tun", status != WITHOUT);
        assertThat(status, is(0));
    }

    /** The packets of TCP that this host has sent once more, as the kernel counts them. */
    static long packetsSentAgain() throws IOException {
        List<String[]> tcp = Files.readAllLines(Path.of("/proc/net/snmp")).stream()
                .filter(line -> line.startsWith("Tcp:"))
                .map(line -> line.split(" "))
                .toList();
        return Long.parseLong(tcp.get(1)[List.of(tcp.get(0)).indexOf("RetransSegs")]);
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
        assertThat("scripts/hosts " + String.join(" ", words), run(words), is(0));
    }

    private static int run(String... words) {
        List<String> command = new ArrayList<>(List.of("scripts/hosts"));
        command.addAll(List.of(words));
        try {
            return new ProcessBuilder(command).inheritIO().start().waitFor();
        } catch (Exception e) {
            throw new IllegalStateException(command + " failed", e);
        }
    }
}

package org.rmi4mpi.bench.gateway;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Measures calls from outside of a job, by a client of the JDK's RMI: of an object at the rank of the gateway, of one at another rank,
 * and beside them of a server of the JDK's RMI. All are called in turn.
 */
final class GatewayBench {
    private static final String CLASSES = "build/bench/lib/rmi4mpi-bench.jar";

    private GatewayBench() {}

    public static void main(String[] args) throws Exception {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        String server = EchoServer.class.getName();
        String own = "" + freePort();
        String gateway = "" + freePort();
        List<Process> started = new ArrayList<>();
        int status;
        try {
            started.add(start("jdk is bound", java, "-cp", CLASSES, server, "jdk", own));
            started.add(start("another-rank is bound", "build/bin/rmi4mpirun", "--rmi", "--gateway", gateway,
                    "--gateway-names",
                    "*rank", "-n", "1", "-cp", CLASSES, server, "gateways-rank", ":", "-n", "1", server,
                    "another-rank"));
            Process client = new ProcessBuilder(java, "-cp", CLASSES, EchoClient.class.getName(), own, "jdk", gateway,
                    "gateways-rank", gateway, "another-rank").inheritIO().start();
            started.add(client);
            status = client.waitFor();
        } finally {
            started.forEach(each -> each.descendants().forEach(ProcessHandle::destroy));
            started.forEach(Process::destroy);
        }
        System.exit(status);
    }

    private static int freePort() throws IOException {
        try (ServerSocket free = new ServerSocket(0)) {
            return free.getLocalPort();
        }
    }

    private static Process start(String ready, String... command) throws IOException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        BufferedReader lines =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        StringBuilder read = new StringBuilder();
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            read.append(line).append('\n');
            if (line.contains(ready)) {
                return process;
            }
        }
        throw new IOException(String.join(" ", command) + " has not printed \"" + ready + "\":\n" + read);
    }
}

package org.rmi4mpi.tests.faults;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.rmi4mpi.tests.runner.Patience;
import org.rmi4mpi.tests.runner.Processes;

/** A job of {@link FaultyCalls}, and the sockets by which its ranks are commanded. Owned by one thread. */
final class FaultyJob implements AutoCloseable {
    private static final int START_SECONDS = 120;
    /** Longer than a rank waits, even on a machine so slow that its {@link Patience} lasts ten times as long. */
    private static final int COMMAND_MS = 10 * (FaultyCalls.SECONDS + 20) * 1000;
    private static final int END_SECONDS = 60;
    private static final String JAR = "build/tests/rmi4mpi-tests.jar";

    private final Path output = Files.createTempFile("rmi4mpi-faults", ".out");
    private final Socket[] sockets;
    private final DataInputStream[] in;
    private final DataOutputStream[] out;
    private final Process process;
    private final Thread killer = new Thread(this::kill);

    /** @param isWarm whether its ranks make calls of all kinds before the first case */
    FaultyJob(Path launcher, int ranks, long seed, boolean isWarm, List<String> jvmOptions) throws IOException {
        sockets = new Socket[ranks];
        in = new DataInputStream[ranks];
        out = new DataOutputStream[ranks];
        try (ServerSocket server = new ServerSocket(0, ranks, InetAddress.getLoopbackAddress())) {
            process = start(launcher, ranks, jvmOptions, "" + server.getLocalPort(), "" + seed, "" + isWarm);
            Runtime.getRuntime().addShutdownHook(killer);
            server.setSoTimeout((int) Patience.STEP_MS);
            for (int i = 0; i < ranks; i++) {
                Socket socket = accept(server);
                socket.setTcpNoDelay(true);
                socket.setSoTimeout(COMMAND_MS);
                DataInputStream reader = new DataInputStream(socket.getInputStream());
                int rank = reader.readInt();
                sockets[rank] = socket;
                in[rank] = reader;
                out[rank] = new DataOutputStream(socket.getOutputStream());
            }
        } catch (IOException e) {
            close();
            throw e;
        }
    }

    private Process start(Path launcher, int ranks, List<String> jvmOptions, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(launcher.toString(), "-n", "" + ranks, "-Xmx256m",
                "-XX:TieredStopAtLevel=1", "-Dfaults.seconds=" + FaultyCalls.SECONDS));
        command.addAll(jvmOptions);
        command.addAll(List.of("-cp", JAR, FaultyCalls.class.getName()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectInput(new File("/dev/null"))
                .redirectOutput(output.toFile());
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().keySet()
                .removeIf(name -> name.startsWith("OMPI_") || name.startsWith("PMI") || name.startsWith("MPI_LOCAL"));
        return builder.start();
    }

    private Socket accept(ServerSocket server) throws IOException {
        Patience patience = new Patience(START_SECONDS);
        while (process.isAlive() && !patience.isOver()) {
            try {
                return server.accept();
            } catch (SocketTimeoutException e) {
                // it may have ended
            }
        }
        throw new IOException("the job has not started: " + output());
    }

    /** Returns what each rank replies. */
    String[] command(String command) throws IOException {
        for (DataOutputStream each : out) {
            each.writeUTF(command);
            each.flush();
        }
        String[] replies = new String[in.length];
        for (int rank = 0; rank < in.length; rank++) {
            byte[] reply = new byte[in[rank].readInt()];
            in[rank].readFully(reply);
            replies[rank] = new String(reply, StandardCharsets.UTF_8);
        }
        return replies;
    }

    /** Ends it in the normal way. Returns whether it ended well. */
    boolean end() throws IOException, InterruptedException {
        command("end");
        return Processes.ends(process, END_SECONDS) && process.exitValue() == 0;
    }

    String output() throws IOException {
        return Files.readString(output, StandardCharsets.ISO_8859_1);
    }

    @Override
    public void close() throws IOException {
        kill();
        Runtime.getRuntime().removeShutdownHook(killer);
        for (Socket socket : sockets) {
            if (socket != null) {
                socket.close();
            }
        }
        Files.deleteIfExists(output);
    }

    private void kill() {
        Processes.kill(process);
    }
}

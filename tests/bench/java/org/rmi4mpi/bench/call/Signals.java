package org.rmi4mpi.bench.call;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.stream.Collectors;

/**
 * Stops and continues processes by a shell, which needs no new process for a signal. The shell also continues stopped
 * processes when this process ends in any way, so that they can end.
 */
final class Signals implements AutoCloseable {
    private static final String SCRIPT = """
            trap '' INT TERM HUP
            declare -A stopped
            while read -r signal processes; do
                kill -"$signal" $processes
                for process in $processes; do
                    case $signal in
                    STOP) stopped[$process]=yes ;;
                    CONT) unset "stopped[$process]" ;;
                    esac
                done
                echo
            done
            [ ${#stopped[@]} = 0 ] || kill -CONT "${!stopped[@]}"
            """;

    private final Process shell;
    private final PrintWriter out;
    private final BufferedReader in;

    Signals() throws IOException {
        shell = new ProcessBuilder("bash", "-c", SCRIPT).redirectError(ProcessBuilder.Redirect.DISCARD).start();
        out = new PrintWriter(shell.getOutputStream(), true, StandardCharsets.UTF_8);
        in = new BufferedReader(new InputStreamReader(shell.getInputStream(), StandardCharsets.UTF_8));
    }

    void stop(Collection<Long> processes) throws IOException {
        send("STOP", processes);
    }

    void resume(Collection<Long> processes) throws IOException {
        send("CONT", processes);
    }

    /** Asks JVMs for the stacks of all their threads. */
    void dump(Collection<Long> processes) throws IOException {
        send("QUIT", processes);
    }

    private synchronized void send(String signal, Collection<Long> processes) throws IOException {
        out.println(signal + processes.stream().map(id -> " " + id).collect(Collectors.joining()));
        if (in.readLine() == null) {
            throw new IOException("the shell that sends signals has ended");
        }
    }

    @Override
    public void close() {
        out.close();
    }
}

package org.rmi4mpi.jpvm.console;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.util.Arrays;
import java.util.List;
import org.jline.reader.EndOfFileException;
import org.jline.reader.LineReader;
import org.jline.reader.LineReaderBuilder;
import org.jline.reader.UserInterruptException;
import org.jline.reader.impl.completer.StringsCompleter;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;
import org.rmi4mpi.jpvm.ConsoleCommand;

/**
 * The terminal of a job's console. It is a separate process, because rank 0 has no terminal. It starts the job,
 * provides line editing, and passes each line to rank 0. Output of the job appears above the line that is being edited.
 */
public final class ConsoleTerminal {
    private static final int FAILED = 2;

    private ConsoleTerminal() {}

    /** @param command the command that starts the job */
    public static void main(String[] command) throws IOException, InterruptedException {
        if (command.length == 0) {
            System.err.println("rmi4mpirun: the console needs the command that starts the job");
            System.exit(FAILED);
        }
        Process job = new ProcessBuilder(command).redirectErrorStream(true).start();
        try (Terminal terminal = TerminalBuilder.builder().system(true).dumb(true).build()) {
            LineReader reader = LineReaderBuilder.builder()
                    .terminal(terminal)
                    .appName("jpvm")
                    .completer(new StringsCompleter(words()))
                    .build();
            Thread printer = new Thread(() -> print(job, reader), "rmi4mpi-console");
            printer.setDaemon(true);
            printer.start();
            readLines(job, reader);
            printer.join();
        }
        System.exit(job.waitFor());
    }

    private static List<String> words() {
        return Arrays.stream(ConsoleCommand.values()).map(ConsoleCommand::word).toList();
    }

    private static void readLines(Process job, LineReader reader) {
        try (PrintWriter to = new PrintWriter(new OutputStreamWriter(job.getOutputStream(),
                Charset.defaultCharset()))) {
            while (job.isAlive()) {
                String line = reader.readLine("jpvm> ");
                to.println(line);
                to.flush();
                ConsoleCommand command = ConsoleCommand.of(line);
                if (command != null && command.isLast()) {
                    return;
                }
            }
        } catch (EndOfFileException e) {
            // Same as quit.
        } catch (UserInterruptException e) {
            job.destroy();
        }
    }

    private static void print(Process job, LineReader reader) {
        try (BufferedReader from =
                new BufferedReader(new InputStreamReader(job.getInputStream(), Charset.defaultCharset()))) {
            for (String line = from.readLine(); line != null; line = from.readLine()) {
                reader.printAbove(line);
            }
        } catch (IOException e) {
            reader.printAbove("rmi4mpirun: the job's output cannot be read any more: " + e.getMessage());
        }
    }
}

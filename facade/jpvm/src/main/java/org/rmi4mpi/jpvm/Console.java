package org.rmi4mpi.jpvm;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.rmi.RemoteException;
import java.util.Arrays;
import java.util.List;
import org.rmi4mpi.jpvm.mail.MailPattern;
import org.rmi4mpi.jpvm.pack.TaskException;
import org.rmi4mpi.jpvm.task.TaskInfo;

/**
 * Reads commands about the job's tasks from standard input of rank 0, one per line, when there is no main. Used by one
 * thread.
 */
final class Console implements Runnable {
    private final Pool pool;
    private final PrintStream out;
    private volatile boolean isOver;

    Console(Pool pool, PrintStream out) {
        this.pool = pool;
        this.out = out;
    }

    boolean isOver() {
        return isOver;
    }

    @Override
    public void run() {
        try {
            BufferedReader in = new BufferedReader(new InputStreamReader(System.in, Charset.defaultCharset()));
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                if (!execute(line.trim())) {
                    break;
                }
                out.flush();
            }
        } catch (IOException e) {
            out.println("the console cannot be read any more: " + e.getMessage());
        } finally {
            isOver = true;
            pool.end().wake();
        }
    }

    /** Returns false if the console ends after this command. */
    private boolean execute(String line) {
        if (line.isEmpty() || line.startsWith("#")) {
            return true;
        }
        String[] words = line.split("\\s+");
        ConsoleCommand command = ConsoleCommand.of(line);
        if (command == null) {
            out.println("unknown command " + words[0] + ": help lists the commands");
            return true;
        }
        try {
            switch (command) {
                case CONF -> conf();
                case SPAWN -> spawn(words);
                case PS -> ps(words);
                case KILL -> kill(words);
                case HELP -> out.print(ConsoleCommand.help());
                case QUIT -> {}
                case HALT -> pool.end().halt();
            }
        } catch (TaskException e) {
            out.println(e.getMessage());
        }
        return !command.isLast();
    }

    private void conf() {
        List<String> hosts = pool.ports().hosts();
        out.println(hosts.size() + (hosts.size() == 1 ? " host" : " hosts") + " (ranks)");
        out.printf("%6s  %s%n", "rank", "host");
        for (int rank = 0; rank < hosts.size(); rank++) {
            out.printf("%6d  %s%n", rank, hosts.get(rank));
        }
    }

    private void spawn(String[] words) throws TaskException {
        int count = 1;
        String where = null;
        int next = 1;
        for (; next < words.length && words[next].startsWith("-"); next++) {
            String option = words[next].substring(1);
            if (option.matches("\\d{1,6}")) {
                count = Integer.parseInt(option);
            } else {
                where = option;
            }
        }
        if (next == words.length) {
            throw new TaskException("spawn needs a class: " + ConsoleCommand.SPAWN.usage());
        }
        int[] ports = pool.spawner().start(words[next], Arrays.copyOfRange(words, next + 1, words.length),
                where == null ? Placement.ANYWHERE : Placement.HOST, where, count);
        out.println(ports.length + " of " + words[next] + " started: " + ports(ports));
    }

    private static String ports(int[] ports) {
        StringBuilder text = new StringBuilder();
        for (int port : ports) {
            text.append(text.isEmpty() ? "#" : " #").append(port);
        }
        return text.toString();
    }

    private void ps(String[] words) throws TaskException {
        int first = words.length > 1 ? number(words[1], pool.size() - 1) : 0;
        int last = words.length > 1 ? first : pool.size() - 1;
        out.printf("%6s  %10s  %10s  %-8s  %s%n", "rank", "port", "parent", "state", "task");
        for (int rank = first; rank <= last; rank++) {
            for (TaskInfo each : pool.tasksOf(rank)) {
                out.printf("%6d  %10s  %10s  %-8s  %s%n", rank, "#" + each.port(),
                        each.parent() == MailPattern.NOBODY ? "-" : "#" + each.parent(),
                        each.ends() ? "ends" : each.waits() ? "receives" : "runs", each.name());
            }
        }
    }

    private void kill(String[] words) throws TaskException {
        if (words.length == 1) {
            throw new TaskException("kill needs the ports of tasks, as listed by ps: kill PORT...");
        }
        for (int i = 1; i < words.length; i++) {
            int port = number(words[i].substring(words[i].lastIndexOf('#') + 1), Integer.MAX_VALUE);
            pool.kill(port);
            out.println("#" + port + " is killed");
        }
    }

    private static int number(String word, int largest) throws TaskException {
        try {
            int number = Integer.parseInt(word);
            if (number >= 0 && number <= largest) {
                return number;
            }
        } catch (NumberFormatException e) {
            // Reported below.
        }
        throw new TaskException(word + ": expected a number from 0 to " + largest);
    }
}

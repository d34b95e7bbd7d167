package org.rmi4mpi.why;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.rmi4mpi.launch.Options;
import org.rmi4mpi.launch.RankVariables;

/**
 * A process on this host that takes part in a job of this user: a rank, or a launcher of ranks. Immutable.
 *
 * @param folder that of the job, in which its ranks answer
 * @param words of its command line
 * @param rank by its environment; negative if that does not tell
 */
record RankProcess(long process, Path folder, List<String> words, int rank) {
    private static final Path PROC = Path.of("/proc");
    private static final String JOB = "-D" + Options.JOB.property() + "=";
    private static final String RANK_MAIN = "org.rmi4mpi.launch.RankMain";
    private static final int SIGURG = 23;

    /** All such processes of this user. */
    static List<RankProcess> all() {
        List<RankProcess> all = new ArrayList<>();
        try (Stream<Path> processes = Files.list(PROC)) {
            Object user = user();
            for (Path each : (Iterable<Path>) processes::iterator) {
                if (each.getFileName().toString().matches("\\d+")) {
                    addTo(all, each, user);
                }
            }
        } catch (IOException e) {
            // No system with processes in /proc: no rank is found.
        }
        return all;
    }

    /** The number of the user of this process. */
    static Object user() throws IOException {
        return Files.getAttribute(PROC.resolve("self"), "unix:uid");
    }

    private static void addTo(List<RankProcess> all, Path process, Object user) {
        try {
            List<String> words = words(process.resolve("cmdline"));
            String job = words.stream().filter(word -> word.startsWith(JOB)).findFirst().orElse(null);
            if (job != null && Files.getAttribute(process, "unix:uid").equals(user)) {
                all.add(new RankProcess(Long.parseLong(process.getFileName().toString()),
                        Path.of(job.substring(JOB.length())), words, RankVariables.rank(environment(process))));
            }
        } catch (IOException e) {
            // It has ended.
        }
    }

    private static List<String> words(Path file) throws IOException {
        return List.of(new String(Files.readAllBytes(file), StandardCharsets.UTF_8).split("\0"));
    }

    private static Map<String, String> environment(Path process) throws IOException {
        Map<String, String> variables = new HashMap<>();
        for (String word : words(process.resolve("environ"))) {
            int end = word.indexOf('=');
            if (end > 0) {
                variables.put(word.substring(0, end), word.substring(end + 1));
            }
        }
        return variables;
    }

    boolean isRank() {
        return Path.of(words.get(0)).endsWith("java") && words.contains(RANK_MAIN);
    }

    /** Whether it is an mpirun that passes signals to ranks of other hosts. */
    boolean isLauncher() {
        return !isRank() && Path.of(words.get(0)).getFileName().toString().matches("(mpirun|orterun|prterun).*");
    }

    /** The main class or jar of a rank, and its arguments. */
    String program() {
        int at = words.indexOf(RANK_MAIN);
        return at < 0 ? "" : String.join(" ", words.subList(at + 1, words.size()));
    }

    private String status(String field) {
        try (Stream<String> lines = Files.lines(PROC.resolve(process + "/status"))) {
            return lines.filter(line -> line.startsWith(field + ":")).findFirst()
                    .map(line -> line.substring(field.length() + 1).trim()).orElse("");
        } catch (IOException e) {
            return "";
        }
    }

    boolean isStopped() {
        return status("State").matches("[Tt] .*");
    }

    /** The state of the process in the words of the kernel, such as {@code S (sleeping)}; empty if it has ended. */
    String state() {
        return status("State");
    }

    /** Whether it answers to the signal, once it runs. */
    boolean hasBegun() {
        String caught = status("SigCgt");
        return !caught.isEmpty() && (Long.parseUnsignedLong(caught, 16) >> SIGURG - 1 & 1) == 1;
    }
}

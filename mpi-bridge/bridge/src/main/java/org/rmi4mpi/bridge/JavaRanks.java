package org.rmi4mpi.bridge;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Determines which ranks of the job run Java. Ranks in other languages do not take part in our collective calls, so the
 * job's own communicators include only Java ranks. If mpirun was given one program, all ranks are Java. If it was given
 * several, the ranks of the caller's program are, unless the property {@value #PROPERTY}, or the environment in a job
 * with remote objects of other languages, says otherwise.
 */
final class JavaRanks {
    static final String PROPERTY = "rmi4mpi.ranks";
    static final String PEERS_PROPERTY = "rmi4mpi.peers";
    /** Variables of the environment that are the same at all ranks, also at those of other languages: docs/wire.md. */
    private static final String JAVA = "RMI4MPI_JAVA";
    private static final String PEERS = "RMI4MPI_PEERS";

    private JavaRanks() {}

    /** Returns the Java ranks as ranks in MPI_COMM_WORLD, in ascending order. All of them compute the same result. */
    static int[] find(int rank, int size) {
        String given = System.getProperty(PROPERTY);
        if (given != null) {
            return given.equals("all") ? all(size) : parse("-D" + PROPERTY, given, rank, size, true);
        }
        String ofEnvironment = System.getenv(JAVA);
        if (ofEnvironment != null && !ofEnvironment.isEmpty()) {
            return parse(JAVA, ofEnvironment, rank, size, true);
        }
        List<Integer> programs = programSizes(size);
        int first = 0;
        for (int count : programs) {
            if (rank < first + count) {
                return range(first, first + count);
            }
            first += count;
        }
        return all(size);
    }

    /** Returns the ranks of other languages that have remote objects, as ranks in MPI_COMM_WORLD, in ascending order. */
    static int[] findPeers(int rank, int size) {
        String property = System.getProperty(PEERS_PROPERTY);
        String given = property != null ? property : System.getenv(PEERS);
        return given == null || given.isEmpty() ? new int[0]
                : parse(property != null ? "-D" + PEERS_PROPERTY : PEERS, given, rank, size, false);
    }

    private static int[] all(int size) {
        return range(0, size);
    }

    private static int[] range(int from, int to) {
        int[] ranks = new int[to - from];
        for (int i = 0; i < ranks.length; i++) {
            ranks[i] = from + i;
        }
        return ranks;
    }

    /** Parses text such as "0,2-5". */
    private static int[] parse(String source, String text, int rank, int size, boolean hasThisOne) {
        try {
            int[] ranks = Arrays.stream(text.split(","))
                    .map(part -> part.trim().split("-"))
                    .flatMapToInt(ends -> IntStream.rangeClosed(
                            Integer.parseInt(ends[0]), Integer.parseInt(ends[ends.length - 1])))
                    .sorted()
                    .distinct()
                    .toArray();
            if (ranks.length > 0 && ranks[0] >= 0 && ranks[ranks.length - 1] < size
                    && Arrays.binarySearch(ranks, rank) >= 0 == hasThisOne) {
                return ranks;
            }
        } catch (NumberFormatException e) {
            // Reported below.
        }
        throw new IllegalStateException(source + "=" + text + " at rank " + rank
                + ": expected " + (hasThisOne && source.startsWith("-D") ? "\"all\", or " : "") + "ranks"
                + " from 0 to " + (size - 1) + " such as 0,2-5, " + (hasThisOne ? "including" : "without")
                + " this one");
    }

    /** Number of ranks of each program on mpirun's command line; empty if unknown. */
    private static List<Integer> programSizes(int size) {
        String openMpi = System.getenv("OMPI_APP_CTX_NUM_PROCS");
        List<Integer> sizes = openMpi != null ? numbers(List.of(openMpi.trim().split(" "))) : ofHydra();
        int sum = 0;
        for (int each : sizes) {
            sum += each;
        }
        return sum == size ? sizes : List.of();
    }

    private static List<Integer> numbers(List<String> words) {
        List<Integer> numbers = new ArrayList<>();
        for (String word : words) {
            if (word.matches("[0-9]{1,9}")) {
                numbers.add(Integer.parseInt(word));
            }
        }
        return numbers;
    }

    /** MPICH's launcher shows this only in its command line: mpiexec -n 1 program : -n 2 program. */
    private static List<Integer> ofHydra() {
        if (System.getenv("MPI_LOCALNRANKS") == null || System.getenv("PMI_SPAWNED") != null) {
            return List.of();
        }
        for (ProcessHandle p = ProcessHandle.current(); p != null; p = p.parent().orElse(null)) {
            List<String> words = commandLine(p.pid());
            if (!words.isEmpty() && words.get(0).matches(".*mpi(run|exec)[^/]*")) {
                return counts(words);
            }
        }
        return List.of();
    }

    private static List<Integer> counts(List<String> words) {
        List<Integer> counts = new ArrayList<>();
        boolean open = true; // No count seen for this program yet.
        for (int i = 1; i + 1 < words.size(); i++) {
            if (open && words.get(i).matches("-n|-np")) {
                counts.addAll(numbers(List.of(words.get(i + 1))));
                open = false;
            } else if (words.get(i).equals(":")) {
                open = true;
            }
        }
        return counts;
    }

    private static List<String> commandLine(long pid) {
        try {
            return List.of(Files.readString(Path.of("/proc/" + pid + "/cmdline")).split("\0"));
        } catch (IOException e) {
            return List.of(); // The process has ended, or belongs to another user.
        }
    }
}

package org.rmi4mpi.bench.serial;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.rmi4mpi.tests.runner.Jdks;

/**
 * Measures every contender on every JDK that is found, one at a time. Writes build/bench/serial-JDK.md and .csv.
 * Options are system properties, which make sets.
 */
final class SerialBench {
    private static final Path FOLDER = Path.of("build/bench");

    private final boolean quick = !System.getProperty("quick", "").isEmpty();
    private final String rows = System.getProperty("rows", "");
    private final String with = System.getProperty("with", "");
    private final String onJdk = System.getProperty("jdk", "");

    private SerialBench() {}

    public static void main(String[] args) throws IOException, InterruptedException {
        SerialBench bench = new SerialBench();
        for (Map.Entry<Integer, Path> jdk : Jdks.found().entrySet()) {
            if (bench.onJdk.isEmpty() || bench.onJdk.equals("" + jdk.getKey())) {
                bench.measure(jdk.getKey(), jdk.getValue());
            }
        }
    }

    private void measure(int jdk, Path home) throws IOException, InterruptedException {
        List<String> picked = Rows.names(quick && rows.isEmpty() ? Rows.QUICK : rows);
        Path lines = Files.createTempFile("rmi4mpi-bench", ".csv");
        for (Contender.Name contender : Contender.Name.values()) {
            if (isPicked(contender)) {
                List<String> names = contender == Contender.Name.COPY
                        ? picked.stream().filter(row -> row.contains("[")).toList() : picked;
                run(jdk, home, lines, contender, names);
            }
        }
        Map<String, Map<Contender.Name, Result>> results = new LinkedHashMap<>();
        picked.forEach(row -> results.put(row, new TreeMap<>()));
        List<String> csv = new ArrayList<>(List.of(Result.HEADER));
        for (String line : Files.readAllLines(lines)) {
            csv.add(line);
            Result result = Result.ofCsv(line);
            results.get(result.row()).put(result.contender(), result);
        }
        Files.delete(lines);
        String title = "Serialization on JDK " + jdk + (quick ? ", measured quickly" : "");
        String markdown = new Table(results).toMarkdown(title);
        System.out.println(markdown);
        Files.createDirectories(FOLDER);
        Files.writeString(FOLDER.resolve("serial-" + jdk + ".md"), markdown);
        Files.write(FOLDER.resolve("serial-" + jdk + ".csv"), csv);
    }

    private boolean isPicked(Contender.Name contender) {
        return with.isEmpty() || contender == Contender.Name.RMI4MPI
                || Arrays.asList(with.split(",")).contains(contender.text);
    }

    private void run(int jdk, Path home, Path lines, Contender.Name contender, List<String> names)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(home.resolve("bin/java").toString(), "-Xms1g", "-Xmx1g",
                "-Djmh.ignoreLock=true", "--add-opens=java.base/java.lang=ALL-UNNAMED", // as ranks are started
                "--add-opens=java.base/java.util=ALL-UNNAMED"));
        if (jdk >= 24 && contender != Contender.Name.RMI4MPI) {
            command.add("--sun-misc-unsafe-memory-access=allow"); // their warnings are not our matter
        }
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), MeasureMain.class.getName(),
                lines.toString(), contender.text, "" + quick));
        command.addAll(names);
        int status = new ProcessBuilder(command).inheritIO().start().waitFor();
        if (status != 0) {
            throw new IOException("measuring " + contender.text + " ended with status " + status);
        }
    }
}

package org.rmi4mpi.bench.run;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** The facts of the machine, for a file of results. Stateless. */
final class Machine {
    /** The facts in which two runs must agree, to be one. */
    static final List<String> SAME = List.of("host", "processor", "cores", "kernel", "jdk", "mpi", "pace", "rows");

    private static final int LONGEST_S = 10;

    private Machine() {}

    /**
     * @param pace name of the pace
     * @param rows texts that pick rows
     */
    static Map<String, String> about(Path javaHome, String mpirun, String pace, String rows) throws IOException {
        Map<String, String> about = new LinkedHashMap<>();
        about.put("host", firstLine(List.of("uname", "-n")));
        about.put("processor", processor());
        about.put("cores", "" + Runtime.getRuntime().availableProcessors());
        about.put("kernel", firstLine(List.of("uname", "-sr")));
        about.put("jdk", firstLine(List.of(javaHome.resolve("bin/java").toString(), "-version")));
        about.put("mpi", firstLine(List.of(mpirun, "--version")));
        about.put("pace", pace);
        about.put("rows", rows);
        about.put("version", String.valueOf(org.rmi4mpi.launch.Options.class.getPackage().getImplementationVersion()));
        about.put("begun", now());
        about.put("load at the begin", load());
        return about;
    }

    static String now() {
        return Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
    }

    /** Returns the means of 1, 5 and 15 minutes. */
    static String load() throws IOException {
        Path file = Path.of("/proc/loadavg");
        return Files.exists(file) ? String.join(" ", List.of(Files.readString(file).split(" ")).subList(0, 3)) : "";
    }

    private static String processor() throws IOException {
        Path file = Path.of("/proc/cpuinfo");
        if (Files.exists(file)) {
            for (String line : Files.readAllLines(file)) {
                if (line.startsWith("model name")) {
                    return line.substring(line.indexOf(':') + 1).trim();
                }
            }
        }
        return System.getProperty("os.arch");
    }

    private static String firstLine(List<String> command) throws IOException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        process.getOutputStream().close();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        try {
            if (!process.waitFor(LONGEST_S, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            throw new IOException("interrupted", e);
        }
        return text.lines().filter(line -> !line.isBlank() && !line.startsWith("Picked up")).findFirst().orElse("")
                .trim();
    }
}

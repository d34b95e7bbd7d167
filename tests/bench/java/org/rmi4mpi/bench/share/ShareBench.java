package org.rmi4mpi.bench.share;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/**
 * Measures a whole job of 16 ranks, each of which uses 2,000 classes, in two ways in turn: each rank has the jar on its class path, or
 * rank 0 alone has it and the classes travel. Prints medians and quartiles.
 */
final class ShareBench {
    private static final int RANKS = Integer.getInteger("ranks", 16);
    private static final int CLASSES = Integer.getInteger("classes", 2_000);
    private static final int ROUNDS = Integer.getInteger("rounds", 7);

    private ShareBench() {}

    public static void main(String[] args) throws Exception {
        Path folder = Files.createTempDirectory("rmi4mpi-share");
        try {
            String jar = makeJar(folder).toString();
            String ranks = "" + (RANKS - 1);
            String[][] ways = {
                {"-n", "1", "-cp", jar, "many.Main", ":", "-n", ranks, "-cp", jar, "many.Main"},
                {"--share-classes", "-n", "1", "-cp", jar, "many.Main", ":", "-n", ranks, "-cp", "/nonexistent",
                    "many.Main"}};
            double[][] seconds = new double[ways.length][ROUNDS];
            for (int round = -1; round < ROUNDS; round++) {
                for (int way = 0; way < ways.length; way++) {
                    double taken = run(ways[way]);
                    if (round >= 0) {
                        seconds[way][round] = taken;
                    }
                }
            }
            System.out.printf(Locale.ROOT, "%d ranks, %d classes, a jar of %d KiB%n", RANKS, CLASSES,
                    Files.size(Path.of(jar)) >> 10);
            print("the jar at each rank", seconds[0]);
            print("--share-classes, the jar at rank 0", seconds[1]);
        } finally {
            try (Stream<Path> all = Files.walk(folder)) {
                for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(each);
                }
            }
        }
    }

    private static void print(String way, double[] seconds) {
        Arrays.sort(seconds);
        System.out.printf(Locale.ROOT, "%-36s %.2f s (%.2f-%.2f)%n", way, seconds[ROUNDS / 2], seconds[ROUNDS / 4],
                seconds[3 * ROUNDS / 4]);
    }

    private static double run(String... words) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("build/bin/rmi4mpirun"));
        command.addAll(List.of(words));
        long begin = System.nanoTime();
        Process job = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(job.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        int status = job.waitFor();
        if (status != 0 || !output.contains("the classes have given")) {
            throw new IOException("status " + status + ":\n" + output);
        }
        return (System.nanoTime() - begin) / 1e9;
    }

    private static Path makeJar(Path folder) throws IOException {
        Path sources = Files.createDirectories(folder.resolve("sources/many"));
        List<String> command = new ArrayList<>(List.of("-proc:none", "--release", "17", "-nowarn", "-cp",
                "build/lib/rmi4mpi-rmi.jar" + File.pathSeparator + "build/lib/rmi4mpi-core.jar", "-d",
                Files.createDirectories(folder.resolve("classes")).toString()));
        for (int i = 0; i < CLASSES; i++) {
            command.add(Files.writeString(sources.resolve("C" + i + ".java"), ("package many; class C# implements"
                    + " java.io.Serializable { int a = #; String b = \"text #\"; double[] c = {#, 2, 3};"
                    + " int sum(int n) { int s = a; for (int i = 0; i < n; i++) { s += b.charAt(i % b.length()) * (int)"
                    + " c[i % 3]; } return s; } String join(String x) { return x + b + a; } static int one() { return new"
                    + " C#().sum(3); } }").replace("#", "" + i)).toString());
        }
        StringBuilder main = new StringBuilder("package many; public class Main {");
        for (int i = 0; i < CLASSES; i += 100) {
            main.append("static int p").append(i).append("() { int s = 0; ");
            for (int j = i; j < Math.min(i + 100, CLASSES); j++) {
                main.append("s += C").append(j).append(".one(); ");
            }
            main.append("return s; } ");
        }
        main.append("public static void main(String[] args) { org.rmi4mpi.rmi.Ranks.start(args); int s = 0; ");
        for (int i = 0; i < CLASSES; i += 100) {
            main.append("s += p").append(i).append("(); ");
        }
        main.append("org.rmi4mpi.rmi.Ranks.barrier(); if (org.rmi4mpi.rmi.Ranks.own() == 0) {"
                + " System.out.println(\"the classes have given \" + s); } } }");
        command.add(Files.writeString(sources.resolve("Main.java"), main).toString());
        int status = ToolProvider.getSystemJavaCompiler().run(null, System.out, System.err,
                command.toArray(new String[0]));
        Path jar = folder.resolve("many.jar");
        status |= java.util.spi.ToolProvider.findFirst("jar").orElseThrow().run(System.out, System.err, "cf",
                jar.toString(), "-C", folder.resolve("classes").toString(), ".");
        if (status != 0) {
            throw new IOException("javac or jar has failed");
        }
        return jar;
    }
}

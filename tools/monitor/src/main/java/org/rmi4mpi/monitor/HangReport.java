package org.rmi4mpi.monitor;

import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.rmi4mpi.launch.Options;

/** The report of {@code rmi4mpirun --why}, by a process of its own as there. Stateless. */
final class HangReport {
    private static final long PATIENCE_S = 20;

    private HangReport() {}

    static String text() {
        String job = System.getProperty(Options.JOB.property());
        if (job == null) {
            return "The job was not started by rmi4mpirun: jcmd on each host shows the threads of its ranks.\n";
        }
        try {
            return ask(Path.of(job).getFileName().toString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "The job ends.\n";
        } catch (IOException | URISyntaxException e) {
            return "The ranks cannot be asked: " + e + "\n";
        }
    }

    private static String ask(String job) throws IOException, URISyntaxException, InterruptedException {
        Path lib = Path.of(Options.class.getProtectionDomain().getCodeSource().getLocation().toURI()).getParent();
        String classPath = String.join(File.pathSeparator, lib.resolve("rmi4mpi-why.jar").toString(),
                lib.resolve("why") + "/*", lib.resolve("rmi4mpi-core.jar").toString(),
                lib.resolve("rmi4mpi-bridge.jar").toString());
        ProcessBuilder command = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xrs", "-XX:TieredStopAtLevel=1", "-cp", classPath, "org.rmi4mpi.why.Why", "report", job)
                .redirectErrorStream(true);
        command.environment().remove("LD_PRELOAD"); // the guards are for ranks
        Process asked = command.start();
        asked.getOutputStream().close();
        Thread limit = new Thread(() -> end(asked), "rmi4mpi-monitor-limit");
        limit.setDaemon(true);
        limit.start();
        return new String(asked.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    private static void end(Process asked) {
        try {
            if (!asked.waitFor(PATIENCE_S, TimeUnit.SECONDS)) {
                asked.destroyForcibly();
            }
        } catch (InterruptedException e) {
            asked.destroyForcibly();
        }
    }
}

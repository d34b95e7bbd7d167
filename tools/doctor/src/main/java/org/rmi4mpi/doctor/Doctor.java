package org.rmi4mpi.doctor;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.rmi4mpi.launch.Options;

/**
 * Looks at the launching host, starts a job of {@link RankCheckup}, and prints all findings. Its status is 0 if all is
 * well, and 1 if something is wrong.
 */
public final class Doctor {
    private static final long VERSION_SECONDS = 20;
    private static final int LINES_SHOWN = 12;

    private final String host;
    /** How long the job may take. */
    private final long jobSeconds;
    private final List<Finding> findings = new ArrayList<>();
    private final List<String> others = new ArrayList<>();
    private volatile String step = "the start of the ranks";
    private volatile boolean late;
    private boolean ended;

    private Doctor(String host, long jobSeconds) {
        this.host = host;
        this.jobSeconds = jobSeconds;
    }

    /**
     * Called by the launcher.
     *
     * @param args the host, the launcher's mpirun or srun, the MPI of the bridge, the folder of the jars, a sentence
     *     about the allocation, and the command of the job
     */
    public static void main(String[] args) throws IOException, InterruptedException {
        long jobSeconds;
        try {
            jobSeconds = Options.CHECK_PATIENCE.value();
        } catch (IllegalArgumentException e) {
            System.err.println("rmi4mpirun: " + e.getMessage());
            System.exit(2);
            return;
        }
        Doctor doctor = new Doctor(args[0], jobSeconds);
        if (!args[4].isEmpty()) {
            doctor.findings.add(Finding.well("allocation", args[0], args[4]));
        }
        doctor.lookAtHost(args[1], args[2], Path.of(args[3]));
        if (doctor.findings.stream().noneMatch(Finding::isWrong)) {
            doctor.runJob(Arrays.asList(args).subList(5, args.length));
        }
        System.out.print(FindingTable.of(doctor.findings));
        System.exit(doctor.findings.stream().anyMatch(Finding::isWrong) ? 1 : 0);
    }

    private void lookAtHost(String launcher, String builtWith, Path lib) throws InterruptedException {
        findings.add(JavaCheck.look(host, Runtime.version().feature(), System.getProperty("java.home")));
        Finding bridge = BridgeCheck.look(host, lib);
        findings.add(bridge);
        if (!bridge.isWrong()) {
            String question = launcher.matches("(.*/)?srun") ? "--mpi=list" : "--version";
            findings.add(LauncherCheck.look(host, launcher, answer(launcher, question), builtWith));
        }
    }

    /** Returns the output of a command; null if it cannot be run. */
    private static String answer(String... command) throws InterruptedException {
        try {
            Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
            process.getOutputStream().close();
            endAfter(process, VERSION_SECONDS, () -> {});
            String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return process.waitFor() == 0 ? text : null;
        } catch (IOException e) {
            return null;
        }
    }

    private void runJob(List<String> command) throws IOException, InterruptedException {
        Process job = new ProcessBuilder(command).redirectErrorStream(true).start();
        job.getOutputStream().close();
        Runtime.getRuntime().addShutdownHook(new Thread(job::destroy));
        endAfter(job, jobSeconds, () -> late = true);
        try (BufferedReader out = new BufferedReader(new InputStreamReader(job.getInputStream(),
                StandardCharsets.UTF_8))) {
            for (String line = out.readLine(); line != null; line = out.readLine()) {
                take(line);
            }
        }
        int status = job.waitFor();
        if (!ended || status != 0) {
            String last = String.join(" | ", others.subList(Math.max(0, others.size() - LINES_SHOWN), others.size()));
            findings.add(Finding.wrong("job", host, (late ? "no end after " + jobSeconds + " s, at " + step
                    : "it ended with status " + status + ", at " + step) + (last.isEmpty() ? "" : ": " + last),
                    late ? "see that the nodes may open connections to each other, and which network the MPI has chosen"
                            : "read its output; docs/running.md explains the messages of rmi4mpi"));
        }
    }

    private void take(String line) {
        if (line.startsWith(RankCheckup.STEP)) {
            step = line.substring(RankCheckup.STEP.length());
        } else if (line.startsWith(RankCheckup.FINDING)) {
            Finding finding = Finding.ofLine(line.substring(RankCheckup.FINDING.length()));
            if (!findings.contains(finding)) {
                findings.add(finding);
            }
        } else if (line.equals(RankCheckup.END)) {
            ended = true;
        } else if (!line.isBlank()) {
            others.add(line.strip());
        }
    }

    /** Ends the process after some time, unless it has ended by itself. */
    private static void endAfter(Process process, long seconds, Runnable onLate) {
        Thread thread = new Thread(() -> {
            try {
                if (process.waitFor(seconds, TimeUnit.SECONDS)) {
                    return;
                }
                onLate.run();
                process.destroy();
                if (!process.waitFor(VERSION_SECONDS, TimeUnit.SECONDS)) {
                    process.descendants().forEach(ProcessHandle::destroyForcibly);
                    process.destroyForcibly();
                }
            } catch (InterruptedException e) {
                // The process has ended.
            }
        }, "rmi4mpi-limit");
        thread.setDaemon(true);
        thread.start();
    }
}

package org.rmi4mpi.tests.slurm;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.rmi4mpi.tests.runner.Patience;
import org.rmi4mpi.tests.runner.Processes;

/** A Slurm of two nodes on this machine, and its jobs. It ends with this JVM, if nobody closes it before. */
final class PrivateSlurm implements AutoCloseable {
    static final String COMMAND = "scripts/private-slurm";
    private static final int SECONDS = 30;
    /** Slurm looks each 30 s for limits, and as seldom for jobs that have ended. */
    private static final int SECONDS_OF_JOB = 90;
    private static final int STEP_MS = 50;
    /** Both nodes have the address of this machine, and may use it by the loopback device alone. */
    private static final Map<String, String> NETWORK =
            Map.of("OMPI_MCA_btl_tcp_if_include", "lo", "OMPI_MCA_oob_tcp_if_include", "lo");
    private static final Path JAVA_HOME = Path.of(System.getProperty("java.home"));

    private final Process cluster;
    private final String configuration;

    private PrivateSlurm(Process cluster, String configuration) {
        this.cluster = cluster;
        this.configuration = configuration;
    }

    static PrivateSlurm start() throws IOException {
        Process cluster = new ProcessBuilder(COMMAND).redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        BufferedReader out = new BufferedReader(new InputStreamReader(cluster.getInputStream(),
                StandardCharsets.UTF_8));
        String ready = out.readLine(); // it gives up by itself
        if (ready == null) {
            throw new IllegalStateException(COMMAND + " has not started; its logs are in build/slurm");
        }
        return new PrivateSlurm(cluster, ready.substring(ready.indexOf('=') + 1));
    }

    /** Runs a command of Slurm, or any other, as a user of this Slurm. */
    Processes.Outcome run(Map<String, String> environment, String... command) throws Exception {
        Map<String, String> all = new HashMap<>(NETWORK);
        all.putAll(environment);
        all.put("SLURM_CONF", configuration);
        return Processes.run(JAVA_HOME, SECONDS, all, List.of(command));
    }

    /** Submits a job; its output goes to a file that the test removes. */
    Job submit(Map<String, String> environment, Path output, String... words) throws Exception {
        List<String> command = new ArrayList<>(List.of("sbatch", "--parsable", "--output=" + output));
        command.addAll(List.of(words));
        Processes.Outcome outcome = run(environment, command.toArray(String[]::new));
        String number = outcome.output().trim();
        if (outcome.status() != 0 || !number.matches("\\d+")) {
            throw new IllegalStateException(command + ": " + outcome);
        }
        return new Job(number, output);
    }

    /** A job that is known by its number. */
    Job job(String number, Path output) {
        return new Job(number, output);
    }

    @Override
    public void close() throws IOException {
        cluster.getOutputStream().close();
        try {
            if (cluster.waitFor(SECONDS, TimeUnit.SECONDS)) {
                return;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the test is given up, and its cluster with it
        }
        cluster.destroyForcibly();
    }

    /** A job that was submitted. */
    final class Job {
        private final String number;
        private final Path output;

        private Job(String number, Path output) {
            this.number = number;
            this.output = output;
        }

        String number() {
            return number;
        }

        String output() throws IOException {
            return Files.exists(output) ? Files.readString(output) : "";
        }

        /** Waits until the job has printed a text. */
        void awaitText(String text) throws Exception {
            await("prints \"" + text + "\"", state -> {
                try {
                    return output().contains(text);
                } catch (IOException e) {
                    return false;
                }
            });
        }

        /** Waits for the end of the job, and returns its state, such as FAILED, with its exit status: "FAILED 1:0". */
        String end() throws Exception {
            return await("ends", state -> !state.matches("(PENDING|CONFIGURING|RUNNING|COMPLETING) .*"));
        }

        private String await(String what, Predicate<String> condition) throws Exception {
            Patience patience = new Patience(SECONDS_OF_JOB);
            String state = state();
            while (!condition.test(state)) {
                if (patience.isOver()) {
                    throw new AssertionError("job " + number + " of Slurm, " + state + ", never " + what + ": "
                            + output() + "\n" + stacks());
                }
                TimeUnit.MILLISECONDS.sleep(STEP_MS);
                state = state();
            }
            return state;
        }

        /** The stacks of the ranks, which know their job. */
        private String stacks() throws Exception {
            return run(Map.of("JOB", "SLURM_JOB_ID=" + number), "sh", "-c", """
                    for process in $(grep -lz "^$JOB$" /proc/[0-9]*/environ 2>/dev/null | cut -d/ -f3); do
                        tr '\\0' ' ' </proc/$process/cmdline
                        echo
                        case $(readlink /proc/$process/exe) in
                        */java) timeout 5 "$JAVA_HOME/bin/jstack" $process ;;
                        esac
                    done
                    ss -tanp
                    """).output();
        }

        private String state() throws Exception {
            String told = run(Map.of(), "scontrol", "--oneliner", "show", "job", number).output();
            return told.replaceAll("(?s).*JobState=(\\S+).*ExitCode=(\\S+).*", "$1 $2");
        }
    }
}

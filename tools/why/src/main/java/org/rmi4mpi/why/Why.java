package org.rmi4mpi.why;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** The commands {@code rmi4mpirun --why} and {@code --jcmd}. */
public final class Why {
    private static final int WRONG = 2;
    private static final long LOOKS = 3;
    /** A message that is under way at the first look has come at the second one. */
    private static final long BETWEEN_LOOKS_MS = 300;

    private Why() {}

    /** @param args {@code report|json [JOB]}, {@code jcmd JOB WORDS}, or {@code watch SECONDS JOB}: a job is the name or the end of the name of one */
    public static void main(String[] args) throws InterruptedException {
        try {
            if (args[0].equals("jcmd")) {
                System.exit(Jcmd.run(job("--jcmd", args[1]), List.of(args).subList(2, args.length)) ? 0 : 1);
            }
            boolean watches = args[0].equals("watch");
            String wanted = args.length > (watches ? 2 : 1) ? args[args.length - 1] : "";
            if (watches) {
                watch(Long.parseLong(args[1]), wanted);
                return;
            }
            JobGraph graph = look(job("--why", wanted));
            List<Cause> causes = Causes.of(graph);
            System.out.print(args[0].equals("json") ? JsonReport.of(graph, causes) : TextReport.of(graph, causes));
        } catch (IOException | UncheckedIOException e) {
            fail("the ranks cannot be asked: " + e);
        }
    }

    /** Looks twice where threads seem stuck: they may have gone on while the ranks answered. */
    private static JobGraph look(Path job) throws IOException, InterruptedException {
        JobGraph first = new JobGraph(Inquiry.ask(job));
        if (first.stuck().isEmpty()) {
            return first;
        }
        TimeUnit.MILLISECONDS.sleep(BETWEEN_LOOKS_MS);
        JobState state = Inquiry.ask(job);
        return new JobGraph(state, Standstill.moved(first, new JobGraph(state)));
    }

    private static void fail(String message) {
        System.err.println("rmi4mpirun: " + message);
        System.exit(WRONG);
    }

    /**
     * The folder of a job of this user.
     *
     * @param option the one that names it
     */
    private static Path job(String option, String wanted) {
        TreeMap<Path, String> jobs = new TreeMap<>();
        RankProcess.all().stream().filter(RankProcess::isRank).forEach(each -> jobs.put(each.folder(), each.program()));
        List<Path> found =
                jobs.keySet().stream().filter(each -> isNamed(each.getFileName().toString(), wanted)).toList();
        if (found.size() != 1) {
            String all =
                    jobs.entrySet().stream().map(each -> each.getKey().getFileName() + " (" + each.getValue() + ")")
                            .collect(Collectors.joining(", "));
            fail(jobs.isEmpty() ? option + ": no rank of a job of this user runs on this host"
                    : found.isEmpty() ? option + " " + wanted + ": there is no such job here; there is " + all
                    : option + " needs the name of a job: there are " + all);
        }
        return found.get(0);
    }

    private static boolean isNamed(String job, String wanted) {
        return wanted.isEmpty() || job.equals(wanted) || job.endsWith("-" + wanted);
    }

    /** Reports each time when nothing in the job has changed for so long, and no thread computes. */
    private static void watch(long seconds, String wanted) throws IOException, InterruptedException {
        String before = "";
        long since = System.nanoTime();
        boolean isTold = false;
        while (true) {
            TimeUnit.MILLISECONDS.sleep(Math.max(200, TimeUnit.SECONDS.toMillis(seconds) / LOOKS));
            List<Path> jobs = RankProcess.all().stream().filter(RankProcess::isRank).map(RankProcess::folder)
                    .filter(each -> isNamed(each.getFileName().toString(), wanted)).distinct().toList();
            if (jobs.isEmpty()) {
                continue; // The ranks have yet to begin, or the launcher ends this process soon.
            }
            JobGraph graph = new JobGraph(Inquiry.ask(jobs.get(0)));
            String now = Standstill.signature(graph);
            if (!now.equals(before)) {
                before = now;
                since = System.nanoTime();
                isTold = false;
            } else if (!isTold && !now.isEmpty() && System.nanoTime() - since >= TimeUnit.SECONDS.toNanos(seconds)) {
                isTold = true;
                System.err.print(TextReport.of(graph, Causes.of(graph)));
            }
        }
    }
}

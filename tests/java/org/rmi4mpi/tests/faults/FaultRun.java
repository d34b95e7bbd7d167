package org.rmi4mpi.tests.faults;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Runs cases in jobs. A new job starts after some hundreds of cases, and after each case that lost something. Every
 * second job begins without warm-up calls. Prints its progress every ten seconds, everything about a case that went
 * wrong, and at the end the locations of the failures in those cases. Usage: {@code FaultRun RANKS CASES SEED [FIRST]}.
 * {@code FaultRun 2 1 SEED NUMBER} repeats one case.
 */
public final class FaultRun {
    private static final long REPORT_NS = 10_000_000_000L;
    private static final int OUTPUT = 4000;
    private static final int OF_JOB = 100;
    private static final int MOST_TOLD = 40;
    private static final String OVERFLOW = " overflow ";

    private final int ranks;
    private final long seed;
    private final int mostLost;
    private final List<String> jvmOptions;
    private int done;
    private int lost;
    private int odd;
    private long thrown;
    private long missing;
    /** The errors, or the failed locations where something was lost, and how often each occurred. */
    private final Map<String, Integer> kinds = new LinkedHashMap<>();
    private final Map<String, Integer> alone = new LinkedHashMap<>();
    private final Map<String, Integer> amongOthers = new LinkedHashMap<>();
    private final StringBuilder report = new StringBuilder();
    private long[][] notesBefore;
    private final long startNs = System.nanoTime();

    /** @param mostLost ends when so many cases have gone wrong */
    public FaultRun(int ranks, long seed, int mostLost, List<String> jvmOptions) {
        this.ranks = ranks;
        this.seed = seed;
        this.mostLost = mostLost;
        this.jvmOptions = jvmOptions;
    }

    /** @param args ranks, cases, seed or nothing, first case or nothing; then options of the JVMs */
    public static void main(String[] args) throws Exception {
        long seed = args.length > 2 && !args[2].isEmpty() ? Long.parseLong(args[2]) : System.nanoTime() & 0xFFFF_FFFFL;
        int first = args.length > 3 && !args[3].isEmpty() ? Integer.parseInt(args[3]) : 0;
        List<String> options = args.length > 4 ? Arrays.asList(args).subList(4, args.length) : List.of();
        FaultRun run = new FaultRun(Integer.parseInt(args[0]), seed, Integer.getInteger("lost", 20), options);
        run.run(first, Integer.parseInt(args[1]));
        System.exit(run.isWell() ? 0 : 1);
    }

    public boolean isWell() {
        return lost == 0 && odd == 0;
    }

    /** Returns the errors as they were printed. */
    public String report() {
        return report.toString();
    }

    public void run(int first, int cases) throws IOException, InterruptedException {
        System.out.println(cases + " cases of faults on " + ranks + " ranks, seed " + seed);
        int next = first;
        try (FaultyLibrary library = new FaultyLibrary(Path.of("build"))) {
            while (next < first + cases && lost < mostLost) {
                boolean isWarm = next / OF_JOB % 2 == 0;
                int end = Math.min(first + cases, (next / OF_JOB + 1) * OF_JOB);
                try (FaultyJob job = new FaultyJob(library.launcher(), ranks, seed, isWarm, jvmOptions)) {
                    next = runIn(job, next, end);
                }
            }
        }
        tellProgress();
        tell(kinds, "what went wrong");
        tell(alone, "where alone memory had failed when something was lost");
        tell(amongOthers, "where among other places memory had failed, or the stack ended, when something was lost");
    }

    /** Returns the case that is next. */
    private int runIn(FaultyJob job, int first, int end) throws IOException, InterruptedException {
        notesBefore = new long[ranks][ranks];
        count(job);
        long reportedNs = System.nanoTime();
        for (int number = first; number < end; number++) {
            String wrong;
            try {
                wrong = runCase(job, number);
            } catch (IOException e) {
                wrong = "the job ended: " + e;
            }
            done++;
            if (wrong != null) {
                lost(job, FaultyCase.draw(seed, number, ranks), wrong);
                return number + 1;
            }
            if (System.nanoTime() - reportedNs > REPORT_NS) {
                reportedNs = System.nanoTime();
                tellProgress();
            }
        }
        if (!job.end()) {
            lost(job, FaultyCase.draw(seed, end - 1, ranks), "the job did not end well");
        }
        return end;
    }

    private void tellProgress() {
        System.out.printf("%,d cases on %d ranks in %d s, seed %d: %d lost something, %d failures of another kind; %,d"
                + " allocations failed, %,d one-way calls were refused%n", done, ranks,
                (System.nanoTime() - startNs) / 1_000_000_000, seed, lost, odd, thrown, missing);
    }

    private static void tell(Map<String, Integer> all, String title) {
        if (!all.isEmpty()) {
            System.out.println(title + ":");
            all.entrySet().stream().sorted((a, b) -> b.getValue() - a.getValue()).limit(MOST_TOLD)
                    .forEach(each -> System.out.println("  " + each.getValue() + " x " + each.getKey()));
        }
    }

    /** Returns the error that keeps the job from continuing; null for none. */
    private String runCase(FaultyJob job, int number) throws IOException {
        job.command("arm " + number);
        String[] ran = job.command("run");
        if (String.join("", ran).contains("lost ")) {
            return lines(ran, "lost ") + lines(ran, "overflow ");
        }
        job.command("disarm");
        String[] checked = job.command("check");
        for (String each : lines(ran, "odd ").lines().toList()) {
            odd(number, each);
        }
        String wrong = lines(checked, "lost ") + lines(checked, "wrong ");
        return wrong.isEmpty() ? checkNotes(job, checked) : wrong + lines(ran, "overflow ");
    }

    private static String lines(String[] ofRanks, String with) {
        StringBuilder lines = new StringBuilder();
        for (int rank = 0; rank < ofRanks.length; rank++) {
            for (String line : ofRanks[rank].lines().toList()) {
                if (line.startsWith(with)) {
                    lines.append("rank ").append(rank).append(' ').append(line).append('\n');
                }
            }
        }
        return lines.toString();
    }

    /** One-way calls that were sent have arrived, unless memory failed at their receiver. */
    private String checkNotes(FaultyJob job, String[] checked) throws IOException {
        long[][] before = notesBefore;
        count(job);
        for (int caller = 0; caller < ranks; caller++) {
            long[] sent = new long[ranks];
            long[] begun = new long[ranks];
            for (String line : checked[caller].lines().filter(line -> line.startsWith("sent ")).toList()) {
                String[] words = line.split(" ");
                sent[Integer.parseInt(words[1])] += Long.parseLong(words[2]);
                begun[Integer.parseInt(words[1])] += Long.parseLong(words[3]);
            }
            for (int target = 0; target < ranks; target++) {
                long come = notesBefore[target][caller] - before[target][caller];
                long failed = thrown(checked[target]);
                missing += Math.max(0, sent[target] - come);
                if (come > begun[target] || come < sent[target] - failed) {
                    return "of " + sent[target] + " to " + begun[target] + " one-way calls from rank " + caller
                            + " to rank "
                            + target + " " + come + " have come, where " + failed + " allocations failed";
                }
            }
        }
        for (String each : checked) {
            thrown += thrown(each);
        }
        return null;
    }

    private static long thrown(String checked) {
        return checked.lines().filter(line -> line.startsWith("thrown "))
                .mapToLong(line -> Long.parseLong(line.substring("thrown ".length()))).sum();
    }

    private void count(FaultyJob job) throws IOException {
        String[] replies = job.command("notes");
        notesBefore = new long[ranks][];
        for (int rank = 0; rank < ranks; rank++) {
            notesBefore[rank] = replies[rank].lines().mapToLong(Long::parseLong).toArray();
        }
    }

    private void odd(int number, String what) {
        odd++;
        String kind = "failed otherwise: " + kind(what);
        if (kinds.merge(kind, 1, Integer::sum) == 1) {
            say("ODD case " + number + " of seed " + seed + ": " + what);
        }
    }

    private static String kind(String text) {
        return text.replaceAll("rank \\d", "rank N").replaceAll("(?<![:\\w.])-?\\d+", "N");
    }

    private void lost(FaultyJob job, FaultyCase drawn, String what) throws IOException {
        lost++;
        kinds.merge(kind(what).replaceAll("caller-[\\d.N]+", "a thread").lines().findFirst().orElse(""), 1,
                Integer::sum);
        StringBuilder text = new StringBuilder("LOST in " + drawn + "\n" + what.indent(4));
        text.append("    again: make fuzz CASES=0 FAULTS=1 RANKS=").append(ranks).append(" SEED=").append(seed)
                .append(" CASE=").append(drawn.number()).append('\n');
        try {
            String[] placesOfRanks = job.command("places");
            String[] dumps = job.command("dump");
            List<String> places = new ArrayList<>();
            for (int rank = 0; rank < ranks; rank++) {
                text.append("    memory failed at rank ").append(rank).append(":\n")
                        .append(placesOfRanks[rank].indent(8));
                placesOfRanks[rank].lines().map(line -> line.substring(line.lastIndexOf(": ") + 2))
                        .forEach(places::add);
            }
            what.lines().filter(line -> line.contains(OVERFLOW)).map(line -> line.substring(line.indexOf(OVERFLOW) + 1))
                    .forEach(places::add);
            List<String> distinct = places.stream().distinct().toList();
            distinct.forEach(place -> (distinct.size() == 1 ? alone : amongOthers).merge(place, 1, Integer::sum));
            for (int rank = 0; rank < ranks; rank++) {
                text.append("    threads of rank ").append(rank).append(":\n").append(dumps[rank].indent(4));
            }
        } catch (IOException e) {
            text.append("    its ranks tell no more: ").append(e).append('\n');
        }
        String output = job.output();
        text.append("    the job's output:\n")
                .append(output.substring(Math.max(0, output.length() - OUTPUT)).indent(8));
        say(text.toString());
    }

    private void say(String text) {
        report.append(text).append('\n');
        System.out.println(text);
    }
}

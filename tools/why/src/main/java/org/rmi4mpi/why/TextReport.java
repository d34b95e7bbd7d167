package org.rmi4mpi.why;

import java.time.LocalTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The report for people: a verdict, the causes, then the threads of all ranks, those alike together. Stateless. */
final class TextReport {
    /** Causes above the threads. The rest follows beneath. */
    private static final int FIRST = 4;
    private static final int MOST_CAUSES = 40;
    private static final int DEEPEST = 8;
    /** Events before a wait. */
    private static final int MOST_EVENTS = 3;

    private TextReport() {}

    static String of(JobGraph graph, List<Cause> causes) {
        JobState job = graph.job();
        StringBuilder text = new StringBuilder("job " + job.job() + " (" + job.program() + "), ").append(job.size())
                .append(job.size() == 1 ? " rank" : " ranks").append(", ")
                .append(LocalTime.now().truncatedTo(ChronoUnit.SECONDS)).append(": ").append(verdict(graph))
                .append('\n');
        causes.stream().limit(FIRST).forEach(cause -> text.append("  ").append(cause.text()).append('\n'));
        addThreads(text, graph);
        if (causes.size() > FIRST) {
            text.append("\nfurther:\n");
            causes.stream().skip(FIRST).limit(MOST_CAUSES)
                    .forEach(cause -> text.append("  ").append(cause.text()).append('\n'));
        }
        return text.toString();
    }

    static String verdict(JobGraph graph) {
        int all = graph.activities().size();
        int stuck = graph.stuck().size();
        long moved = graph.activities().stream().filter(graph::hasMoved).count();
        long busy = graph.activities().stream().filter(each -> each.state() == Activity.State.COMPUTES).count();
        if (all > 0 && stuck == all) {
            return "it hangs: no thread of the program can go on";
        } else if (stuck > 0) {
            return "part of it hangs: " + stuck + " of " + all + " threads of the program cannot go on";
        } else if (busy > 0) {
            return "it does not hang: " + busy + " of " + all + " threads of the program compute";
        } else if (moved > 0) {
            return "it does not hang: " + moved + " of " + all
                    + " threads of the program have gone on between two looks";
        }
        return all == 0 ? "no thread of the program is at work" : "no thread computes, and none is known to be stuck";
    }

    /** Threads that do the same at the same place, and their ranks. */
    private static void addThreads(StringBuilder text, JobGraph graph) {
        Map<String, List<Activity>> alike = new LinkedHashMap<>();
        for (Activity each : graph.activities()) {
            alike.computeIfAbsent(key(each, graph), key -> new ArrayList<>()).add(each);
        }
        alike.values().forEach(same -> {
            Activity first = same.get(0);
            Set<Integer> ranks = new TreeSet<>();
            same.forEach(each -> ranks.add(each.rank()));
            text.append('\n').append(same.size() == 1 ? first.name() : Ranks.all(ranks))
                    .append(same.size() > ranks.size() ? " (" + same.size() + " threads)" : "")
                    .append(graph.isStuck(first) ? ", stuck: " : ": ").append(first.does())
                    .append(same.size() == 1 ? "" : " (that of rank " + first.rank() + ")").append('\n');
            first.programStack().stream().limit(DEEPEST)
                    .forEach(frame -> text.append("    at ").append(frame).append('\n'));
            if (graph.isStuck(first)) {
                addEvents(text, graph, first);
            }
        });
        Set<Integer> idle = new TreeSet<>();
        graph.job().answers().keySet().stream().filter(rank -> graph.of(rank).isEmpty()).forEach(idle::add);
        if (!idle.isEmpty()) {
            text.append('\n').append(Ranks.all(idle)).append(": no thread of the program is at work\n");
        }
        Set<Integer> others = graph.job().others();
        if (!others.isEmpty()) {
            text.append('\n').append(Causes.otherLanguages(others)).append('\n');
        }
        List<Integer> unreached = graph.job().unreached();
        if (!unreached.isEmpty()) {
            int one = unreached.get(0);
            String place = graph.job().place(one);
            text.append('\n').append(Ranks.all(unreached)).append(": not reached from this host, or ended")
                    .append(place.isEmpty() ? "" : "; rank " + one + " is " + place)
                    .append(". Ask on that host: rmi4mpirun --why ").append(graph.job().job()).append('\n');
        }
    }

    /** What a thread that is stuck has done before. */
    private static void addEvents(StringBuilder text, JobGraph graph, Activity stuck) {
        List<LastEvent> own = graph.job().answers().get(stuck.rank()).recent().stream()
                .filter(each -> each.thread() == stuck.thread().id() && !each.isOpen()).toList();
        List<LastEvent> last = own.subList(Math.max(0, own.size() - MOST_EVENTS), own.size());
        if (!last.isEmpty()) {
            text.append("    before: ").append(last.stream().map(LastEvent::words).collect(Collectors.joining("; ")))
                    .append(String.format(Locale.ROOT, " (%.1f s ago)%n", last.get(last.size() - 1).secondsAgo()));
        }
    }

    private static String key(Activity each, JobGraph graph) {
        StringBuilder key = new StringBuilder().append(each.state()).append(graph.isStuck(each));
        if (each.awaited() != null) {
            key.append(each.awaited().event()).append(each.awaited().call().replaceFirst(" at rank \\d+$", ""));
        }
        key.append(each.thread().serves().replaceFirst(" for rank \\d+$", ""));
        each.programStack().forEach(key::append);
        return key.toString();
    }
}

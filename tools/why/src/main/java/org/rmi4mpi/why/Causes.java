package org.rmi4mpi.why;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.rmi4mpi.bridge.Awaited;
import org.rmi4mpi.bridge.Awaited.Event;

/** Finds in a graph what keeps threads waiting. Used once. */
final class Causes {
    /** Threads that compute, whose waiters are sought. */
    private static final int MOST_BUSY = 50;

    private final JobGraph graph;
    private final List<Cause> found = new ArrayList<>();

    private Causes(JobGraph graph) {
        this.graph = graph;
    }

    /** The most telling first. */
    static List<Cause> of(JobGraph graph) {
        Causes causes = new Causes(graph);
        causes.addSilentRanks();
        causes.addCollectives();
        causes.addMessages();
        causes.addMail();
        causes.addLocks();
        causes.addCycle();
        causes.addBusyThreads();
        causes.addOtherLanguages();
        causes.addIdleRanks();
        causes.addLostWakeUps();
        causes.found.sort(Comparator.comparing(Cause::kind));
        return causes.found;
    }

    private void add(Cause.Kind kind, String text) {
        found.add(new Cause(kind, text));
    }

    private void addSilentRanks() {
        graph.job().silent().forEach((rank, silence) -> {
            Set<Integer> waiters = graph.waitersOf(rank);
            add(Cause.Kind.SILENT_RANK, "rank " + rank + " " + silence.words() + waits(waiters));
        });
    }

    private static String waits(Set<Integer> waiters) {
        return waiters.isEmpty() ? "" : "; " + Ranks.all(waiters) + (waiters.size() == 1 ? " waits" : " wait")
                + " for it";
    }

    private void addCollectives() {
        Set<Integer> others = graph.job().others();
        for (List<Activity> together : graph.collectives()) {
            Activity each = together.get(0);
            Map<String, Set<Integer>> byCall = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
            Map<String, Activity> examples = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
            together.forEach(other -> {
                byCall.computeIfAbsent(other.awaited().call(), call -> new TreeSet<>()).add(other.rank());
                examples.putIfAbsent(other.awaited().call(), other);
            });
            Set<Integer> missing = new TreeSet<>(each.awaited().ranks());
            byCall.values().forEach(missing::removeAll);
            missing.removeAll(graph.job().silent().keySet());
            if (!others.containsAll(missing)) {
                missing.removeAll(others); // It is not known whether those have come.
            }
            String on = each.awaited().on().isEmpty() ? "" : " on " + each.awaited().on();
            if (byCall.size() > 1) {
                List<String> calls = new ArrayList<>();
                byCall.forEach(
                        (call, ranks) -> calls.add(call + " at " + Ranks.all(ranks) + examples.get(call).place()));
                add(Cause.Kind.DIFFERENT_COLLECTIVES, "ranks are in different collective calls" + on + ": "
                        + String.join("; ", calls));
            }
            if (!missing.isEmpty()) {
                Set<Integer> present = new TreeSet<>();
                byCall.values().forEach(present::addAll);
                add(each.awaited().call().equals(Activity.FINALIZE) ? Cause.Kind.MISSING_IN_FINALIZE
                        : Cause.Kind.MISSING_IN_COLLECTIVE,
                        each.awaited().call() + on + ": " + Ranks.all(present)
                                + (present.size() == 1 ? " waits" : " wait") + " in it" + each.place() + "; "
                                + Ranks.all(missing) + (missing.size() == 1 ? " has" : " have") + " not come: "
                                + describe(missing));
            }
        }
    }

    /** What the first of some ranks does. */
    private String describe(Set<Integer> ranks) {
        int rank = ranks.iterator().next();
        if (graph.job().others().containsAll(ranks)) {
            return otherLanguages(ranks);
        } else if (!graph.job().answers().containsKey(rank)) {
            return "rank " + rank + " was not reached";
        }
        return graph.of(rank).stream().max(Comparator.comparing(each -> each.thread().name().equals("main")))
                .map(Activity::words).orElse("rank " + rank + " has no thread of the program any more");
    }

    private void addMessages() {
        for (Activity each : graph.activities()) {
            if (graph.hasMoved(each)) {
                continue; // What has come meanwhile may be for its next receive.
            } else if (each.waitsFor(Event.MESSAGE) && !each.thread().waiting().unexpected().isEmpty()) {
                add(Cause.Kind.UNMATCHED_MESSAGE, each.words() + ", but " + each.thread().waiting().unexpected()
                        + ", and nothing receives it");
            } else if (each.waitsFor(Event.RECEIVE)) {
                addSend(each, each.awaited());
            }
        }
    }

    /** A send whose receiver waits for something else. */
    private void addSend(Activity sender, Awaited send) {
        int receiver = send.ranks().get(0);
        for (Activity each : graph.of(receiver)) {
            boolean matches = each.waitsFor(Event.MESSAGE) && each.awaited().ranks().contains(sender.rank());
            if (matches && !(each.awaited().on().equals(send.on()) && (each.awaited().which().equals(send.which())
                    || each.awaited().which().equals("any tag")))) {
                add(Cause.Kind.UNMATCHED_MESSAGE, sender.words() + ", but " + each.words());
                return;
            }
        }
    }

    private void addMail() {
        for (Activity each : graph.activities()) {
            if (each.waitsFor(Event.ROOM)) {
                add(Cause.Kind.FULL_MAILBOX, each.words());
            } else if (each.waitsFor(Event.MAIL) && !each.awaited().ranks().isEmpty()) {
                Answer home = graph.job().answers().get(each.awaited().ranks().get(0));
                if (home != null && !home.tasks().contains(each.awaited().on())) {
                    add(Cause.Kind.ENDED_TASK, each.words() + ", but " + each.awaited().on() + " has ended at rank "
                            + home.rank());
                }
            }
        }
    }

    private void addLocks() {
        for (Activity each : graph.activities()) {
            if (each.waitsFor(Event.LOCK)) {
                Set<Integer> holders = new TreeSet<>(each.awaited().ranks());
                add(Cause.Kind.HELD_LOCK, each.words() + (holders.isEmpty() ? "" : "; " + describe(holders)));
            }
        }
    }

    private void addCycle() {
        List<Activity> cycle = graph.cycle();
        if (!cycle.isEmpty()) {
            List<String> steps = cycle.stream().map(Activity::words).toList();
            boolean isMixed = cycle.stream().anyMatch(each -> each.waitsFor(Event.COLLECTIVE));
            add(isMixed ? Cause.Kind.CYCLE_WITH_COLLECTIVE : Cause.Kind.CYCLE,
                    "a cycle: " + String.join(" -> ", steps) + " -> rank " + cycle.get(0).rank());
        }
    }

    private void addBusyThreads() {
        List<Activity> busy = graph.activities().stream().filter(each -> each.state() == Activity.State.COMPUTES
                || each.state() == Activity.State.SLEEPS).limit(MOST_BUSY).toList();
        for (Activity each : busy) {
            boolean computes = each.state() == Activity.State.COMPUTES;
            Set<Integer> waiters = graph.waitersOf(each);
            waiters.remove(each.rank());
            if (!waiters.isEmpty()) {
                add(computes ? Cause.Kind.COMPUTING : Cause.Kind.SLEEPING, each.words() + waits(waiters));
            }
        }
    }

    static String otherLanguages(Set<Integer> ranks) {
        return Ranks.all(ranks) + (ranks.size() == 1 ? " is a program in another language, which answers no questions"
                : " are programs in other languages, which answer no questions");
    }

    /** What threads wait for at ranks in other languages, those that wait for the same together. */
    private void addOtherLanguages() {
        Set<Integer> others = graph.job().others();
        Map<String, List<Activity>> alike = new LinkedHashMap<>();
        for (Activity each : graph.activities()) {
            boolean waitsForOne = each.awaited() != null && !each.waitsFor(Event.COLLECTIVE)
                    && JobGraph.isDefinite(each)
                    && !graph.targets(each).ranks().isEmpty() && others.containsAll(graph.targets(each).ranks());
            if (waitsForOne) {
                alike.computeIfAbsent(each.event(), wait -> new ArrayList<>()).add(each);
            }
        }
        for (List<Activity> same : alike.values()) {
            Activity first = same.get(0);
            Set<Integer> awaited = new TreeSet<>(graph.targets(first).ranks());
            awaited.retainAll(others);
            Set<Integer> more = new TreeSet<>();
            same.forEach(each -> more.add(each.rank()));
            more.remove(first.rank());
            add(Cause.Kind.OTHER_LANGUAGE, otherLanguages(awaited) + ": " + first.words()
                    + (more.isEmpty() ? "" : "; so do threads of " + Ranks.all(more)));
        }
    }

    private void addIdleRanks() {
        graph.job().answers().forEach((rank, answer) -> {
            Set<Integer> waiters = graph.waitersOf(rank);
            waiters.remove(rank);
            if (!waiters.isEmpty() && graph.of(rank).isEmpty()) {
                add(Cause.Kind.IDLE_RANK, "rank " + rank + " has no thread of the program any more" + waits(waiters));
            }
        });
    }

    private void addLostWakeUps() {
        for (Activity each : graph.stuck()) {
            if (each.state() == Activity.State.CONDITION) {
                add(Cause.Kind.LOST_WAKE_UP, each.words() + ", and no thread is left that could give it: a notify that"
                        + " came before the wait, or that is missing");
            }
        }
    }
}

package org.rmi4mpi.why;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.rmi4mpi.bridge.Awaited;
import org.rmi4mpi.bridge.Awaited.Event;

/**
 * Who waits for whom. A thread goes on if one of those it waits for goes on, or in a collective call if all of them do. A
 * rank goes on if one of its threads does. What cannot go on in this way is stuck. Immutable.
 */
final class JobGraph {
    /** Threads from which a cycle is sought. */
    private static final int MOST_STARTS = 50;

    private final JobState job;
    private final Map<Integer, List<Activity>> byRank = new TreeMap<>();
    private final List<Activity> activities = new ArrayList<>();
    private final Map<Activity, Targets> targets = new HashMap<>();
    private final Set<Activity> stuck = new LinkedHashSet<>();
    private final Map<Group, Integer> groups = new HashMap<>();
    /** The number of the group of each thread in a collective call, and who has not come, by group and call. */
    private final Map<Activity, Integer> groupOf = new HashMap<>();
    private final Map<String, List<Integer>> missing = new HashMap<>();
    private final List<Integer> allRanks;
    private final Set<Node> moved;

    /** A communicator, as far as it can be told from others. */
    private record Group(String on, List<Integer> ranks) {}

    /**
     * Those that a thread waits for.
     *
     * @param needsAll whether all of them have to go on, rather than one
     */
    record Targets(boolean needsAll, List<Activity> threads, List<Integer> ranks) {}

    JobGraph(JobState job) {
        this(job, Set.of());
    }

    /** @param moved threads that have gone on since an earlier look */
    JobGraph(JobState job, Set<Node> moved) {
        this.job = job;
        this.moved = moved;
        allRanks = IntStream.range(0, job.size()).boxed().toList();
        job.answers().forEach((rank, answer) -> {
            List<Activity> found = new ArrayList<>();
            for (ThreadAnswer thread : answer.threads()) {
                Activity activity = Activity.of(rank, thread, answer.requests(), allRanks);
                if (activity != null) {
                    found.add(activity);
                }
            }
            byRank.put(rank, found);
            activities.addAll(found);
        });
        activities.stream().filter(each -> each.waitsFor(Event.COLLECTIVE)).forEach(each -> {
            Group group = new Group(each.awaited().on(), each.awaited().ranks());
            groupOf.put(each, groups.computeIfAbsent(group, first -> groups.size()));
        });
        activities.forEach(each -> targets.put(each, targetsOf(each)));
        findStuck();
    }

    JobState job() {
        return job;
    }

    List<Activity> activities() {
        return activities;
    }

    /** The threads of a rank that work for the program; empty if there are none, or if it has not answered. */
    List<Activity> of(int rank) {
        return byRank.getOrDefault(rank, List.of());
    }

    Collection<Activity> stuck() {
        return stuck;
    }

    boolean isStuck(Activity activity) {
        return stuck.contains(activity);
    }

    boolean hasMoved(Activity activity) {
        return moved.contains(Node.of(activity));
    }

    Targets targets(Activity activity) {
        return targets.get(activity);
    }

    private Targets targetsOf(Activity from) {
        return switch (from.state()) {
            case COMPUTES, SLEEPS -> new Targets(false, List.of(), List.of());
            case MONITOR -> new Targets(false, of(from.rank()).stream()
                    .filter(each -> each.thread().id() == from.thread().owner()).toList(), List.of());
            case CONDITION -> anyOf(from, allRanks);
            case FUTURE -> replies(from.rank(), job.answers().get(from.rank()).requests().stream()
                    .map(Waiting::awaited).filter(each -> each != null && each.event() == Event.REPLY).toList());
            case EVENT -> ofEvent(from);
        };
    }

    private Targets ofEvent(Activity from) {
        Awaited awaited = from.awaited();
        return switch (awaited.event()) {
            case REPLY -> replies(from.rank(), List.of(awaited));
            case COLLECTIVE -> new Targets(true, List.of(), missing(from));
            case OTHER -> anyOf(from, allRanks);
            default -> anyOf(from, awaited.ranks().isEmpty() ? allRanks : awaited.ranks());
        };
    }

    /** The other threads of some ranks. */
    private Targets anyOf(Activity from, List<Integer> ranks) {
        List<Activity> own =
                ranks.contains(from.rank()) ? of(from.rank()).stream().filter(each -> each != from).toList()
                        : List.of();
        return new Targets(false, own, ranks.stream().filter(rank -> rank != from.rank()).toList());
    }

    /** The threads that run some calls of a rank, or their ranks where none has begun. */
    private Targets replies(int caller, List<Awaited> calls) {
        List<Activity> threads = new ArrayList<>();
        List<Integer> ranks = new ArrayList<>();
        for (Awaited call : calls) {
            int server = call.ranks().get(0);
            List<Activity> serving = of(server).stream().filter(each -> each.thread().caller() == caller
                    && each.thread().call().equals(call.which())).toList();
            threads.addAll(serving);
            if (serving.isEmpty()) {
                ranks.add(server);
            }
        }
        return new Targets(false, threads, ranks);
    }

    /** The ranks that have not come to a collective call. */
    private List<Integer> missing(Activity from) {
        int group = groupOf.get(from);
        String call = from.awaited().call().toLowerCase(Locale.ROOT);
        return missing.computeIfAbsent(group + " " + call, key -> from.awaited().ranks().stream()
                .filter(rank -> of(rank).stream().noneMatch(each -> groupOf.getOrDefault(each, -1) == group
                        && each.awaited().call().toLowerCase(Locale.ROOT).equals(call)))
                .toList());
    }

    /** The threads in collective calls, those of one communicator together. */
    Collection<List<Activity>> collectives() {
        Map<Integer, List<Activity>> byGroup = new TreeMap<>();
        activities.stream().filter(groupOf::containsKey)
                .forEach(each -> byGroup.computeIfAbsent(groupOf.get(each), group -> new ArrayList<>()).add(each));
        return byGroup.values();
    }

    // ---- what is stuck

    private void findStuck() {
        stuck.addAll(activities);
        while (stuck.removeIf(this::goesOn)) {
            // Until nothing changes.
        }
    }

    private boolean goesOn(Activity activity) {
        if (activity.state() == Activity.State.COMPUTES || activity.state() == Activity.State.SLEEPS
                || hasMoved(activity)) {
            return true;
        }
        Targets of = targets.get(activity);
        if (of.needsAll) {
            return of.ranks.stream().allMatch(this::rankGoesOn);
        }
        return of.threads.stream().anyMatch(each -> !stuck.contains(each))
                || of.ranks.stream().anyMatch(this::rankGoesOn);
    }

    private boolean rankGoesOn(int rank) {
        JobState.Silence silence = job.silent().get(rank);
        if (silence != null) {
            return silence.reason() == JobState.Silence.Reason.STARTING;
        } else if (!job.answers().containsKey(rank)) {
            return true; // Nothing is known of it.
        }
        return of(rank).stream().anyMatch(each -> !stuck.contains(each));
    }

    // ---- cycles and chains

    /** The threads that a thread waits for; those of a rank where it waits for a rank. */
    private List<Activity> next(Activity from) {
        Targets of = targets.get(from);
        List<Activity> all = new ArrayList<>(of.threads);
        of.ranks.forEach(rank -> all.addAll(of(rank)));
        return all;
    }

    /** Whether the wait names those that can end it. */
    static boolean isDefinite(Activity activity) {
        return activity.state() != Activity.State.CONDITION && !activity.waitsFor(Event.OTHER);
    }

    /** A short cycle of stuck threads, each of which waits for the next; empty if none is found. */
    List<Activity> cycle() {
        List<Activity> shortest = List.of();
        for (Activity start : stuck.stream().filter(JobGraph::isDefinite).limit(MOST_STARTS).toList()) {
            List<Activity> found = cycleThrough(start);
            if (!found.isEmpty() && (shortest.isEmpty() || found.size() < shortest.size())) {
                shortest = found;
            }
        }
        return shortest;
    }

    private List<Activity> cycleThrough(Activity start) {
        Map<Activity, Activity> before = new HashMap<>();
        Deque<Activity> queue = new ArrayDeque<>(List.of(start));
        while (!queue.isEmpty()) {
            Activity from = queue.poll();
            for (Activity to : next(from)) {
                if (to == start) {
                    List<Activity> path = new ArrayList<>();
                    for (Activity each = from; each != null; each = before.get(each)) {
                        path.add(0, each);
                    }
                    return path;
                } else if (stuck.contains(to) && isDefinite(to) && !before.containsKey(to)) {
                    before.put(to, from);
                    queue.add(to);
                }
            }
        }
        return List.of();
    }

    /** The ranks whose threads wait for a thread, directly or by others. */
    Set<Integer> waitersOf(Activity awaited) {
        Set<Activity> reached = new HashSet<>(Set.of(awaited));
        for (boolean grows = true; grows;) {
            grows = false;
            for (Activity each : activities) {
                if (!reached.contains(each) && isDefinite(each) && next(each).stream().anyMatch(reached::contains)) {
                    grows = reached.add(each);
                }
            }
        }
        reached.remove(awaited);
        Set<Integer> ranks = new HashSet<>();
        reached.forEach(each -> ranks.add(each.rank()));
        return ranks;
    }

    /** The ranks with a thread that waits for a rank, and for no thread of it in particular. */
    Set<Integer> waitersOf(int rank) {
        Set<Integer> ranks = new HashSet<>();
        activities.stream().filter(each -> isDefinite(each) && targets.get(each).ranks.contains(rank))
                .forEach(each -> ranks.add(each.rank()));
        return ranks;
    }
}

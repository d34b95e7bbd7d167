package org.rmi4mpi.tests.jobs;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.greaterThanOrEqualTo;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.oneOf;

import com.google.gson.JsonObject;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The rules of Google's Trace Event Format, by which Perfetto and Chrome read a trace. Stateless. */
final class ChromeTrace {
    /** Times have three digits behind the microseconds. */
    private static final double ROUNDING_US = 0.0011;

    private ChromeTrace() {}

    /** Fails where an event breaks a rule. */
    static void check(List<JsonObject> events) {
        Map<String, List<JsonObject>> slices = new TreeMap<>();
        for (JsonObject event : events) {
            checkMembers(event);
            if (text(event, "ph").equals("X")) {
                slices.computeIfAbsent(track(event), track -> new ArrayList<>()).add(event);
            }
        }
        slices.values().forEach(ChromeTrace::checkNesting);
        checkNames(events, slices.keySet());
        checkArrows(events, slices);
        checkAsynchronous(events);
    }

    private static void checkMembers(JsonObject event) {
        String phase = text(event, "ph");
        assertThat(event.toString(), phase, oneOf("X", "M", "i", "b", "e", "s", "f", "C"));
        assertThat(event.toString(), event.has("name") && event.has("pid"), is(true));
        if (phase.equals("M")) {
            assertThat(event.toString(), text(event, "name"),
                    oneOf("process_name", "process_sort_index", "process_labels", "thread_name", "thread_sort_index"));
            assertThat(event.toString(), event.has("args"), is(true));
            return;
        }
        assertThat(event.toString(), event.get("ts").getAsDouble(), greaterThanOrEqualTo(0.0));
        switch (phase) {
            case "X" -> assertThat(event.toString(), event.get("dur").getAsDouble(), greaterThanOrEqualTo(0.0));
            case "i" -> assertThat(event.toString(), text(event, "s"), oneOf("g", "p", "t"));
            case "b", "e", "s", "f" -> assertThat(event.toString(), event.has("id") && event.has("cat"), is(true));
            default -> {}
        }
    }

    /** Slices of a thread lie within each other, or apart. */
    private static void checkNesting(List<JsonObject> ofThread) {
        ofThread.sort(Comparator.comparingDouble(ChromeTrace::time)
                .thenComparing(Comparator.comparingDouble(ChromeTrace::end).reversed()));
        ArrayDeque<JsonObject> open = new ArrayDeque<>();
        for (JsonObject slice : ofThread) {
            while (!open.isEmpty() && end(open.peek()) <= time(slice) + ROUNDING_US) {
                open.pop();
            }
            if (!open.isEmpty()) {
                assertThat(slice + " within " + open.peek(), end(open.peek()) + ROUNDING_US,
                        greaterThanOrEqualTo(end(slice)));
            }
            open.push(slice);
        }
    }

    /** Each thread with slices has a name, in a group that has one. */
    private static void checkNames(List<JsonObject> events, Set<String> tracks) {
        Set<String> unnamed = new HashSet<>(tracks);
        Set<String> processes = new HashSet<>();
        for (JsonObject event : events) {
            if (text(event, "name").equals("thread_name")) {
                unnamed.remove(track(event));
            } else if (text(event, "name").equals("process_name")) {
                processes.add(text(event, "pid"));
            }
        }
        assertThat("threads without a name", unnamed, empty());
        for (String track : tracks) {
            assertThat("the group of " + track, processes.contains(track.substring(0, track.indexOf('/'))), is(true));
        }
    }

    /** An arrow begins once, and both ends lie in slices of their threads. */
    private static void checkArrows(List<JsonObject> events, Map<String, List<JsonObject>> slices) {
        Set<String> begun = new HashSet<>();
        for (JsonObject event : events) {
            String phase = text(event, "ph");
            if (phase.equals("s")) {
                assertThat("begins twice: " + event, begun.add(text(event, "cat") + text(event, "id")), is(true));
            }
            if (phase.equals("s") || phase.equals("f")) {
                boolean isInside = slices.getOrDefault(track(event), List.of()).stream()
                        .anyMatch(each -> time(each) <= time(event) + ROUNDING_US
                                && time(event) <= end(each) + ROUNDING_US);
                assertThat("in no slice: " + event, isInside, is(true));
            }
        }
    }

    /** What ends has begun before. */
    private static void checkAsynchronous(List<JsonObject> events) {
        Map<String, Double> begins = new HashMap<>();
        events.stream().filter(each -> text(each, "ph").equals("b"))
                .forEach(each -> begins.put(text(each, "cat") + text(each, "id") + text(each, "name"), time(each)));
        events.stream().filter(each -> text(each, "ph").equals("e")).forEach(each -> {
            Double begin = begins.get(text(each, "cat") + text(each, "id") + text(each, "name"));
            assertThat("has no begin: " + each, begin != null && begin <= time(each) + ROUNDING_US, is(true));
        });
    }

    private static String track(JsonObject event) {
        return text(event, "pid") + "/" + text(event, "tid");
    }

    static String text(JsonObject event, String member) {
        return event.has(member) ? event.get(member).getAsString() : "";
    }

    static double time(JsonObject event) {
        return event.get("ts").getAsDouble();
    }

    static double end(JsonObject slice) {
        return time(slice) + slice.get("dur").getAsDouble();
    }
}

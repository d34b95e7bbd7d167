package org.rmi4mpi.why;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.rmi4mpi.bridge.Awaited.Event;

/** Tells what stands still between two looks at a job. Stateless. */
final class Standstill {
    private Standstill() {}

    /** The same text for two times between which nothing has gone on; empty while a thread computes. */
    static String signature(JobGraph graph) {
        StringBuilder text = new StringBuilder();
        for (Activity each : graph.activities()) {
            if (each.state() == Activity.State.COMPUTES) {
                return "";
            }
            text.append(each.rank()).append(' ').append(each.thread().id()).append(' ').append(signature(each));
        }
        return text.append(graph.job().silent().keySet()).append(graph.job().unreached()).toString();
    }

    /** The same text for two times between which the thread has not gone on. */
    private static String signature(Activity each) {
        ThreadAnswer thread = each.thread();
        StringBuilder text = new StringBuilder().append(each.state()).append(thread.call()).append(each.awaited())
                .append(' ').append(thread.events());
        // Waits for mail and for room are made of steps.
        if (each.waitsFor(Event.MESSAGE) || each.waitsFor(Event.RECEIVE) || each.waitsFor(Event.COLLECTIVE)
                || each.waitsFor(Event.PIECE)) {
            text.append(' ').append(thread.waiting() == null ? 0 : thread.waiting().sinceNs());
        } else if (each.state() == Activity.State.CONDITION || each.state() == Activity.State.MONITOR) {
            text.append(' ').append(thread.lock()).append(thread.stops()); // A wait of ours stops again and again, so the time tells nothing.
        }
        thread.stack().stream().filter(Frame::isOfProgram).forEach(text::append);
        return text.toString();
    }

    /**
     * The threads that have gone on between two looks, by rank and id. Threads that stand still from one look to the next have
     * stood still together, which one look cannot tell: it sees each rank at another time.
     */
    static Set<Node> moved(JobGraph before, JobGraph now) {
        Map<Node, String> signatures = new HashMap<>();
        before.activities().forEach(each -> signatures.put(Node.of(each), signature(each)));
        Set<Node> moved = new HashSet<>();
        now.activities().stream().filter(each -> !signature(each).equals(signatures.get(Node.of(each))))
                .forEach(each -> moved.add(Node.of(each)));
        return moved;
    }
}

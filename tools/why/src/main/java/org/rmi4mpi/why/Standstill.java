package org.rmi4mpi.why;

import org.rmi4mpi.bridge.Awaited.Event;

/** Tells whether a job stands still. Stateless. */
final class Standstill {
    private Standstill() {}

    /** The same text for two times between which nothing has gone on; empty while a thread computes. */
    static String signature(JobGraph graph) {
        StringBuilder text = new StringBuilder();
        for (Activity each : graph.activities()) {
            if (each.state() == Activity.State.COMPUTES) {
                return "";
            }
            text.append(each.rank()).append(' ').append(each.thread().id()).append(' ').append(each.state())
                    .append(each.thread().call()).append(each.awaited()).append(each.thread().lock());
            // Waits for mail and for room are made of steps.
            if (each.waitsFor(Event.MESSAGE) || each.waitsFor(Event.RECEIVE) || each.waitsFor(Event.COLLECTIVE)
                    || each.waitsFor(Event.PIECE)) {
                text.append(each.thread().waiting() == null ? 0 : each.thread().waiting().sinceNs());
            }
            each.thread().stack().stream().filter(Frame::isOfProgram).forEach(text::append);
        }
        return text.append(graph.job().silent().keySet()).append(graph.job().unreached()).toString();
    }
}

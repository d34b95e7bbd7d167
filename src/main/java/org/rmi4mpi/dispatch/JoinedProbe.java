package org.rmi4mpi.dispatch;

import java.util.List;
import java.util.Objects;
import org.rmi4mpi.bridge.Awaited;
import org.rmi4mpi.bridge.Completion;

/** Passes each event to several probes, which share one reading of the clock. */
final class JoinedProbe extends Probe {
    private final List<Probe> probes;

    JoinedProbe(List<Probe> probes) {
        this.probes = List.copyOf(probes);
    }

    @Override
    public long time() {
        return System.nanoTime();
    }

    @Override
    public void callBegins(PendingCall call) {
        probes.forEach(each -> each.callBegins(call));
    }

    @Override
    public void callEnds(PendingCall call, long time) {
        probes.forEach(each -> each.callEnds(call, time));
    }

    @Override
    public void asyncBegins(PendingCall call) {
        probes.forEach(each -> each.asyncBegins(call));
    }

    @Override
    public void asyncEnds(PendingCall call, long time) {
        probes.forEach(each -> each.asyncEnds(call, time));
    }

    @Override
    public void oneWay(int rank, Object method, long bytes, long time) {
        probes.forEach(each -> each.oneWay(rank, method, bytes, time));
    }

    @Override
    public void methodBegins(ServedMethod served, long time) {
        probes.forEach(each -> each.methodBegins(served, time));
    }

    @Override
    public void methodEnds(ServedMethod served, long bytes, long began, long time) {
        probes.forEach(each -> each.methodEnds(served, bytes, began, time));
    }

    @Override
    public void count(Counters.Count what, long value) {
        probes.forEach(each -> each.count(what, value));
    }

    @Override
    public void waitBegins(Completion awaited) {
        probes.forEach(each -> each.waitBegins(awaited));
    }

    @Override
    public void waitEnds() {
        probes.forEach(Probe::waitEnds);
    }

    @Override
    public void taskBegins() {
        probes.forEach(Probe::taskBegins);
    }

    @Override
    public void taskEnds() {
        probes.forEach(Probe::taskEnds);
    }

    @Override
    public void messageSent(String call, Object on, int dest, int tag, long bytes, long began) {
        probes.forEach(each -> each.messageSent(call, on, dest, tag, bytes, began));
    }

    @Override
    public void messageReceived(String call, Object on, int source, int tag, long bytes, long began) {
        probes.forEach(each -> each.messageReceived(call, on, source, tag, bytes, began));
    }

    @Override
    public void collectiveEnded(String call, Object on, long bytes, long began) {
        probes.forEach(each -> each.collectiveEnded(call, on, bytes, began));
    }

    @Override
    public void waited(Awaited.Event event, long began) {
        probes.forEach(each -> each.waited(event, began));
    }

    @Override
    public Counters counters(long polls, long rings, int threads) {
        return probes.stream().map(each -> each.counters(polls, rings, threads)).filter(Objects::nonNull).findFirst()
                .orElse(null);
    }
}

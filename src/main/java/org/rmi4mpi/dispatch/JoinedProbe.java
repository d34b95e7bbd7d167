package org.rmi4mpi.dispatch;

import java.util.List;
import java.util.Objects;
import org.rmi4mpi.bridge.Completion;

/** Passes each event to several probes. */
final class JoinedProbe extends Probe {
    private final List<Probe> probes;

    JoinedProbe(List<Probe> probes) {
        this.probes = List.copyOf(probes);
    }

    @Override
    public void callBegins(PendingCall call) {
        probes.forEach(each -> each.callBegins(call));
    }

    @Override
    public void callEnds(PendingCall call) {
        probes.forEach(each -> each.callEnds(call));
    }

    @Override
    public void asyncBegins(PendingCall call) {
        probes.forEach(each -> each.asyncBegins(call));
    }

    @Override
    public void asyncEnds(PendingCall call) {
        probes.forEach(each -> each.asyncEnds(call));
    }

    @Override
    public void oneWay(int rank, Object method) {
        probes.forEach(each -> each.oneWay(rank, method));
    }

    @Override
    public void pipelined() {
        probes.forEach(Probe::pipelined);
    }

    @Override
    public void methodBegins(ServedMethod served) {
        probes.forEach(each -> each.methodBegins(served));
    }

    @Override
    public void methodEnds(ServedMethod served) {
        probes.forEach(each -> each.methodEnds(served));
    }

    @Override
    public void callServed() {
        probes.forEach(Probe::callServed);
    }

    @Override
    public void sent(int bytes) {
        probes.forEach(each -> each.sent(bytes));
    }

    @Override
    public void received(int bytes) {
        probes.forEach(each -> each.received(bytes));
    }

    @Override
    public void handedOver() {
        probes.forEach(Probe::handedOver);
    }

    @Override
    public void slept() {
        probes.forEach(Probe::slept);
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
    public void threads(int count) {
        probes.forEach(each -> each.threads(count));
    }

    @Override
    public void waiting(int requests) {
        probes.forEach(each -> each.waiting(requests));
    }

    @Override
    public Counters counters(long polls, long rings, int threads) {
        return probes.stream().map(each -> each.counters(polls, rings, threads)).filter(Objects::nonNull).findFirst()
                .orElse(null);
    }
}

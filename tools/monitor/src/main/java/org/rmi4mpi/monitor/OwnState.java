package org.rmi4mpi.monitor;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryUsage;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.rmi4mpi.bridge.Awaited;
import org.rmi4mpi.bridge.Job;
import org.rmi4mpi.dispatch.Wait;
import org.rmi4mpi.launch.JobProgress;
import org.rmi4mpi.ref.ReferenceLayer;

/** The object of this rank that tells its state. */
final class OwnState implements RankStates {
    private static final int MOST_WAITS = 8;

    private final ReferenceLayer layer;
    private final MonitorProbe probe;

    OwnState(ReferenceLayer layer, MonitorProbe probe) {
        this.layer = layer;
        this.probe = probe;
    }

    @Override
    public CompletableFuture<RankState> state() {
        MonitorProbe.Interval calls = probe.next();
        MemoryUsage heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage();
        JobProgress.Part own = JobProgress.own();
        return CompletableFuture.completedFuture(new RankState(layer.rank(), Job.host(),
                ProcessHandle.current().pid(), calls.calls(), calls.served(), calls.callsPerSecond(), calls.medianUs(),
                calls.p99Us(), heap.getUsed(), heap.getMax(), ManagementFactory.getThreadMXBean().getThreadCount(),
                waits(), own.done(), own.of()));
    }

    private List<String> waits() {
        long now = System.nanoTime();
        return layer.waits().stream().filter(wait -> wait.thread() != null).limit(MOST_WAITS)
                .map(wait -> text(wait, now)).toList();
    }

    private static String text(Wait wait, long now) {
        Awaited awaited = wait.awaited();
        String what = awaited == null ? "an event without a name"
                : switch (awaited.event()) {
                    case REPLY -> "the reply to " + awaited.call(); // which names the rank
                    case MESSAGE -> awaited.call() + " of " + awaited.which() + ranks(awaited);
                    case RECEIVE -> "the receive of " + awaited.call() + ranks(awaited);
                    default -> awaited.call().isEmpty() ? "the others" + ranks(awaited)
                            : (awaited.call() + " " + awaited.on()).strip() + ranks(awaited);
                };
        long seconds = TimeUnit.NANOSECONDS.toSeconds(now - wait.since());
        return wait.thread().getName() + " waits for " + what + (wait.since() == 0 ? "" : ", for " + seconds + " s");
    }

    private static String ranks(Awaited awaited) {
        return awaited.ranks().isEmpty() ? ""
                : (awaited.ranks().size() == 1 ? ", rank " : ", ranks ")
                        + awaited.ranks().stream().limit(MOST_WAITS).map(Object::toString)
                                .collect(Collectors.joining(" "))
                        + (awaited.ranks().size() > MOST_WAITS ? " ..." : "");
    }
}

package org.rmi4mpi.tests.unit;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.greaterThanOrEqualTo;
import static org.hamcrest.Matchers.is;
import static org.junit.Assume.assumeThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.Test;
import org.rmi4mpi.bridge.VirtualThreads;
import org.rmi4mpi.tests.runner.Deadline;

@Deadline(60)
public class VirtualThreadsTest {
    private volatile boolean hasRun;

    @Test
    public void threadsThatStayInterruptedLetOthersRun() throws Exception {
        assumeThat(Runtime.version().feature(), is(greaterThanOrEqualTo(21)));
        ExecutorService threads =
                (ExecutorService) Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
        List<Future<Boolean>> interrupted = new ArrayList<>();
        for (int i = Runtime.getRuntime().availableProcessors(); i > 0; i--) {
            interrupted.add(threads.submit(this::waitInterrupted));
        }
        threads.submit(() -> hasRun = true);
        try {
            for (Future<Boolean> each : interrupted) {
                assertThat("is interrupted still", each.get(), is(true));
            }
        } finally {
            hasRun = true;
            threads.shutdown();
        }
    }

    private boolean waitInterrupted() {
        Thread.currentThread().interrupt();
        while (!hasRun) {
            VirtualThreads.yield();
        }
        return Thread.interrupted();
    }
}

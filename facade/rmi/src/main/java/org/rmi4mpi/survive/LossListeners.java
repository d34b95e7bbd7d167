package org.rmi4mpi.survive;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import org.rmi4mpi.bridge.LossLook;
import org.rmi4mpi.bridge.LostRanks;
import org.rmi4mpi.ref.ReferenceLayer;

/**
 * The listeners of the program, which are told of each lost rank once. A thread of its own lets the ranks that live agree who
 * they are, again and again while it knows of a loss in what they have agreed on. So all of them tell the same losses in the
 * same order. Another thread, with no locks and no frames of a program beneath, runs the listeners. Any thread may add one.
 *
 * @hidden internal
 */
public final class LossListeners {
    private static final List<IntConsumer> LISTENERS = new ArrayList<>();
    /** The losses that have been told, in their order. Guarded by the monitor of the listeners. */
    private static final ArrayList<Integer> TOLD = new ArrayList<>();
    private static final ConcurrentLinkedQueue<Runnable> TASKS = new ConcurrentLinkedQueue<>();
    private static final Semaphore DUE = new Semaphore(0);
    private static final Semaphore NOTICED = new Semaphore(0);

    private static final long RETRY_NS = 10_000_000;

    private LossListeners() {}

    static void begin(ReferenceLayer layer) {
        TOLD.ensureCapacity(layer.size());
        layer.dispatcher().losses().add(rank -> NOTICED.release());
        start(() -> agree(layer.size()), "rmi4mpi-loss-order");
        start(LossListeners::runTasks, "rmi4mpi-on-loss");
    }

    private static void start(Runnable body, String name) {
        Thread thread = new Thread(body, name);
        thread.setDaemon(true);
        thread.start();
    }

    /** Adds a listener. It is told of all losses, also of those before. */
    public static void add(IntConsumer listener) {
        LostRanks.tellProgram(); // It will be told.
        synchronized (LISTENERS) {
            LISTENERS.add(listener);
            List<Integer> before = List.copyOf(TOLD);
            if (!before.isEmpty()) {
                submit(() -> before.forEach(rank -> tell(listener, rank)));
            }
        }
    }

    private static void submit(Runnable task) {
        TASKS.add(task);
        DUE.release();
    }

    /** Ends with the job alone: other ranks would wait for this one. */
    private static void agree(int size) {
        List<Integer> living = IntStream.range(0, size).boxed().toList();
        try {
            while (true) {
                NOTICED.acquireUninterruptibly();
                while (living.stream().anyMatch(LostRanks::isLost)) {
                    untilItWorks(LossLook::agreeOnLiving);
                    List<Integer> before = living;
                    List<Integer> still = new ArrayList<>();
                    untilItWorks(() -> {
                        still.clear();
                        still.addAll(LossLook.agreedLiving());
                    });
                    before.stream().filter(rank -> !still.contains(rank))
                            .forEach(rank -> untilItWorks(() -> tellAll(rank)));
                    living = still;
                }
            }
        } catch (IllegalStateException e) {
            // The job ends.
        }
    }

    /** Memory and stacks may lack for some time. */
    private static void untilItWorks(Runnable step) {
        while (true) {
            try {
                step.run();
                return;
            } catch (IllegalStateException e) {
                throw e;
            } catch (RuntimeException | Error e) {
                LockSupport.parkNanos(RETRY_NS);
            }
        }
    }

    private static void tellAll(int rank) {
        synchronized (LISTENERS) {
            List<IntConsumer> all = List.copyOf(LISTENERS);
            if (!all.isEmpty()) {
                submit(() -> all.forEach(listener -> tell(listener, rank)));
            }
            TOLD.add(rank); // There is room.
        }
    }

    private static void tell(IntConsumer listener, int rank) {
        try {
            listener.accept(rank);
        } catch (Throwable e) {
            try {
                System.err.println("rmi4mpi: a listener of Ranks.onLoss has failed for rank " + rank + ":");
                e.printStackTrace();
            } catch (RuntimeException | Error another) {
                // Memory lacks, say. The next listener follows.
            }
        }
    }

    private static void runTasks() {
        while (true) {
            try {
                DUE.acquire();
                TASKS.remove().run();
            } catch (InterruptedException e) {
                // The program interrupts every thread that it finds.
            }
        }
    }
}

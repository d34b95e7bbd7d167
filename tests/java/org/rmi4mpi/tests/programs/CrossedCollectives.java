package org.rmi4mpi.tests.programs;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReference;
import mpi.Intracomm;
import mpi.MPI;

/**
 * Two threads of each of some ranks make long collective calls, each on a communicator of its own, while others make garbage. On
 * each communicator, one rank's arrays can stay where they are in a critical section, and the other's are copied, since one
 * array is sent and received. So each rank has a thread in a section, which waits for a thread of the other rank that needs the
 * collector. Any number of ranks.
 */
public final class CrossedCollectives {
    private static final int LENGTH = 6_000;

    private static volatile Object garbage;
    private static volatile boolean ends;

    private CrossedCollectives() {}

    /** @param args the number of calls of each thread */
    public static void main(String[] args) throws Exception {
        MPI.InitThread(args, MPI.THREAD_MULTIPLE);
        Thread maker = new Thread(() -> {
            while (!ends) {
                garbage = new byte[50_000];
            }
        });
        maker.setDaemon(true);
        maker.start();
        AtomicReference<Throwable> failure = new AtomicReference<>();
        Thread[] callers = new Thread[2];
        int rounds = Integer.parseInt(args[0]);
        Intracomm meeting = MPI.COMM_WORLD.dup();
        for (int i = 0; i < callers.length; i++) {
            Intracomm comm = MPI.COMM_WORLD.dup();
            boolean copies = MPI.COMM_WORLD.getRank() % 2 == i;
            callers[i] = new Thread(() -> call(comm, copies ? null : meeting, rounds));
            callers[i].setUncaughtExceptionHandler((thread, e) -> failure.compareAndSet(null, e));
            callers[i].start();
        }
        for (Thread caller : callers) {
            caller.join();
        }
        ends = true;
        if (failure.get() != null) {
            throw new IllegalStateException(failure.get());
        }
        System.out.println("all calls are right");
        MPI.Finalize();
    }

    /** @param meeting of the threads that come last, at the same time; null in one that comes first, and copies */
    private static void call(Intracomm comm, Intracomm meeting, int rounds) {
        boolean copies = meeting == null;
        int rank = comm.getRank();
        int size = comm.getSize();
        int[] filled = new int[LENGTH];
        for (int i = 0; i < rounds; i++) {
            filled[0] = 10 * i + rank;
            filled[LENGTH - 1] = 10 * i + rank;
            int[] all = new int[(size + 1) * LENGTH];
            int[] own = copies ? all : filled;
            int at = copies ? size * LENGTH : 0;
            System.arraycopy(filled, 0, own, at, LENGTH);
            if (!copies) {
                sleep();
                meeting.Barrier();
            }
            comm.Allgather(own, at, LENGTH, MPI.INT, all, 0, LENGTH, MPI.INT);
            for (int giver = 0; giver < size; giver++) {
                int expected = 10 * i + giver;
                if (all[giver * LENGTH] != expected || all[(giver + 1) * LENGTH - 1] != expected) {
                    throw new IllegalStateException("rank " + giver + " gave something else in call " + i);
                }
            }
        }
    }

    /** Until the others wait by the dispatcher. */
    private static void sleep() {
        try {
            Thread.sleep(15);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}

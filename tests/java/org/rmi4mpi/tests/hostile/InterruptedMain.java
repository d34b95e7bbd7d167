package org.rmi4mpi.tests.hostile;

import mpi.MPI;

/** Main is interrupted and returns. Another thread of the program continues, and interrupts it again. */
final class InterruptedMain {
    private static final int INTERRUPTS = 20;
    private static final long BETWEEN_MS = 10;

    private InterruptedMain() {}

    public static void main(String[] args) {
        MPI.Init(args);
        Thread main = Thread.currentThread();
        new Thread(() -> work(main)).start();
        main.interrupt();
    }

    private static void work(Thread main) {
        try {
            for (int i = 0; i < INTERRUPTS; i++) {
                Thread.sleep(BETWEEN_MS);
                main.interrupt();
            }
            System.out.println("rank " + MPI.COMM_WORLD.Rank() + " has worked to its end");
        } catch (InterruptedException e) {
            throw new AssertionError("nobody interrupts this one", e);
        }
    }
}

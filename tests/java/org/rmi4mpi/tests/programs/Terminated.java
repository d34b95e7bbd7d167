package org.rmi4mpi.tests.programs;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import mpi.MPI;
import org.rmi4mpi.rmi.Ranks;

/** A job that goes on until it is told to end. The argument tells what its hooks do. */
public final class Terminated {
    private Terminated() {}

    /** Rank 0 prints "all run" when all ranks do. */
    public static void main(String[] args) throws InterruptedException {
        if (args[0].equals("before-init")) {
            Runtime.getRuntime().addShutdownHook(new Thread(() -> say("the rank has saved")));
            say("all run");
            new CountDownLatch(1).await();
        }
        MPI.Init(args);
        int rank = MPI.COMM_WORLD.Rank();
        int last = MPI.COMM_WORLD.Size() - 1;
        switch (args[0]) {
            case "save" -> {
                Ranks.onTermination(() -> say("rank " + rank + " saves"));
                Ranks.onTermination(() -> say("rank " + rank + " has saved"));
            }
            case "last-saves" -> {
                if (rank == last) {
                    Ranks.onTermination(() -> {
                        pause(2);
                        say("rank " + rank + " has saved");
                    });
                }
            }
            case "throw" -> {
                Ranks.onTermination(() -> {
                    throw new IllegalStateException("cannot save");
                });
                Ranks.onTermination(() -> say("rank " + rank + " has saved"));
            }
            case "hang" -> Ranks.onTermination(() -> pause(1_000));
            default -> {} // without hooks
        }
        MPI.COMM_WORLD.Barrier();
        if (rank == 0) {
            say("all run");
        }
        new CountDownLatch(1).await();
    }

    private static void say(String line) {
        System.out.println(line);
        System.out.flush();
    }

    private static void pause(int seconds) {
        try {
            TimeUnit.SECONDS.sleep(seconds);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

package org.rmi4mpi.tests.ranks;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;

import java.io.IOException;
import java.nio.IntBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.stream.Stream;
import mpi.Comm;
import mpi.MPI;
import mpi.Win;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.rmi4mpi.rmi.Ranks;
import org.rmi4mpi.tests.runner.RankRunner;

/** How a thread waits inside a call of MPI that blocks until another rank comes. */
@RunWith(RankRunner.class)
public class WaitsInsideMpiTest {
    private static final int SLEEPS = 50;
    /** The kernel keeps 15 bytes of a thread's name. */
    private static final String NAME = "waits-inside";

    private final int rank = MPI.COMM_WORLD.getRank();

    interface Holder extends Remote {
        /** Lets the thread go on that holds the lock. */
        void letGo() throws RemoteException;

        int twice(int number) throws RemoteException;
    }

    private static final class Here implements Holder {
        private final CountDownLatch told = new CountDownLatch(1);

        @Override
        public void letGo() {
            told.countDown();
        }

        @Override
        public int twice(int number) {
            return 2 * number;
        }
    }

    /** How often the thread has slept by itself, by its entry in /proc. */
    private static long sleeps() throws IOException {
        try (Stream<Path> threads = Files.list(Path.of("/proc/self/task"))) {
            for (Path thread : threads.toList()) {
                List<String> status = status(thread);
                if (status.contains("Name:\t" + NAME)) {
                    return status.stream().filter(line -> line.startsWith("voluntary_ctxt_switches:"))
                            .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", ""))).findFirst().orElseThrow();
                }
            }
        }
        return 0;
    }

    /** Returns nothing for a thread that has ended since the threads were listed. */
    private static List<String> status(Path thread) throws IOException {
        try {
            return Files.readAllLines(thread.resolve("status"));
        } catch (IOException failed) {
            if (Files.exists(thread)) {
                throw failed;
            }
            return List.of();
        }
    }

    @Test
    public void aThreadSleepsThatWaitsForALock() throws Exception {
        WindowReach.assumeAllRanks();
        Here here = new Here();
        Holder first = Ranks.each(Holder.class, here).get(0);
        IntBuffer memory = MPI.newIntBuffer(1);
        Win win = new Win(memory, 1, 1, MPI.INFO_NULL, MPI.COMM_WORLD);
        if (rank == 0) {
            win.lock(MPI.LOCK_EXCLUSIVE, 0, 0);
        }
        MPI.COMM_WORLD.barrier();
        if (rank == 0 && MPI.COMM_WORLD.getSize() > 1) {
            here.told.await();
        }
        if (rank == 0) {
            win.unlock(0);
        } else if (rank == 1) {
            FutureTask<Void> waits = new FutureTask<>(() -> {
                win.lock(MPI.LOCK_EXCLUSIVE, 0, 0);
                win.unlock(0);
                return null;
            });
            new Thread(waits, NAME).start();
            long before = sleeps();
            while (sleeps() < before + SLEEPS) {
                assertThat(first.twice(rank), is(2 * rank)); // calls are made meanwhile
            }
            assertThat(waits.isDone(), is(false));
            first.letGo();
            waits.get();
        }
        win.free();
    }

    @Test
    public void twoThreadsMakeCommunicatorsInOppositeOrders() throws Exception {
        Comm one = MPI.COMM_WORLD.dup();
        Comm other = MPI.COMM_WORLD.dup();
        FutureTask<Comm> second = new FutureTask<>(() -> (rank % 2 == 0 ? other : one).dup());
        new Thread(second, NAME).start();
        Comm made = (rank % 2 == 0 ? one : other).dup();
        Comm alsoMade = second.get();
        for (Comm each : List.of(rank % 2 == 0 ? made : alsoMade, rank % 2 == 0 ? alsoMade : made, one, other)) {
            int[] sum = {rank};
            each.allReduce(sum, 1, MPI.INT, MPI.SUM);
            assertThat(sum[0], is(MPI.COMM_WORLD.getSize() * (MPI.COMM_WORLD.getSize() - 1) / 2));
            each.free();
        }
    }
}

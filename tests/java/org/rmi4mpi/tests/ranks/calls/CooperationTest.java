package org.rmi4mpi.tests.ranks.calls;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.is;

import java.rmi.Remote;
import java.rmi.RemoteException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import mpi.MPI;
import org.junit.Rule;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.rmi4mpi.rmi.UnicastRemoteObject;
import org.rmi4mpi.tests.runner.Deadline;
import org.rmi4mpi.tests.runner.RankRunner;

/** Programs whose remote methods wait for other remote methods. */
@Deadline(60)
@RunWith(RankRunner.class)
public class CooperationTest {
    private static final int THREADS = 4;
    private static final int NO_MORE = -1;

    interface Board extends Remote {
        /** Returns the largest value when this number of values has arrived. */
        int maximum(int value, int participants) throws RemoteException, InterruptedException;

        void put(int job) throws RemoteException;

        /** Returns when there is a job. */
        int take() throws RemoteException, InterruptedException;

        void done(int job) throws RemoteException;

        int sumOfDone() throws RemoteException;

        byte[] reversed(byte[] bytes) throws RemoteException;
    }

    static final class RankBoard extends UnicastRemoteObject implements Board {
        private static final long serialVersionUID = 1L;
        private final Deque<Integer> jobs = new ArrayDeque<>();
        private final AtomicInteger sumOfDone = new AtomicInteger();
        private int come;
        private int round;
        private int largest = Integer.MIN_VALUE;
        private int result;

        RankBoard() throws RemoteException {}

        @Override
        public synchronized int maximum(int value, int participants) throws InterruptedException {
            int mine = round;
            largest = Math.max(largest, value);
            if (++come == participants) {
                result = largest;
                largest = Integer.MIN_VALUE;
                come = 0;
                round++;
                notifyAll();
            }
            while (mine == round) {
                wait();
            }
            return result;
        }

        @Override
        public synchronized void put(int job) {
            jobs.add(job);
            notify();
        }

        @Override
        public synchronized int take() throws InterruptedException {
            while (jobs.isEmpty()) {
                wait();
            }
            return jobs.remove();
        }

        @Override
        public void done(int job) {
            sumOfDone.addAndGet(job);
        }

        @Override
        public int sumOfDone() {
            return sumOfDone.get();
        }

        @Override
        public byte[] reversed(byte[] bytes) {
            return backwards(bytes);
        }
    }

    private static byte[] backwards(byte[] bytes) {
        byte[] reversed = new byte[bytes.length];
        for (int i = 0; i < bytes.length; i++) {
            reversed[i] = bytes[bytes.length - 1 - i];
        }
        return reversed;
    }

    @Rule
    public final OnEachRank<Board, RankBoard> boards = new OnEachRank<>(RankBoard::new);

    /** This is also a barrier: nobody gets the result of a round before all have contributed. */
    @Test
    public void aMaximumIsFoundByAMethodThatWaitsForAll() throws Exception {
        int participants = THREADS * boards.size;
        Crowd.act(THREADS, member -> {
            for (int i = 0; i < 25; i++) {
                int value = 1000 * i + boards.rank * THREADS + member;
                assertThat(boards.at(0).maximum(value, participants), is(1000 * i + participants - 1));
            }
        });
    }

    @Test
    public void workersOfAllRanksTakeJobsFromAQueue() throws Exception {
        int jobs = 200;
        Board board = boards.at(boards.size - 1);
        if (boards.rank == 0) {
            Crowd.aside(i -> fill(board, jobs));
        }
        Crowd.act(THREADS, member -> {
            for (int job = board.take(); job != NO_MORE; job = board.take()) {
                board.done(job);
            }
        });
        MPI.COMM_WORLD.Barrier();
        assertThat(board.sumOfDone(), is(jobs * (jobs + 1) / 2));
    }

    private void fill(Board board, int jobs) throws RemoteException {
        for (int job = 1; job <= jobs; job++) {
            board.put(job);
        }
        for (int i = 0; i < THREADS * boards.size; i++) {
            board.put(NO_MORE);
        }
    }

    /** The calls have all sizes of frames and of parts of frames. */
    @Test
    public void thousandsOfCallsOfManyThreadsGetTheirOwnResults() throws Exception {
        int threads = 50;
        int calls = 4000 / threads / boards.size;
        Crowd.act(threads, member -> {
            Random random = new Random(boards.rank * 1000 + member);
            for (int i = 0; i < calls; i++) {
                byte[] bytes = new byte[random.nextInt(1 << random.nextInt(15))];
                random.nextBytes(bytes);
                byte[] reversed = boards.at(random.nextInt(boards.size)).reversed(bytes);
                assertThat(backwards(reversed), equalTo(bytes));
            }
        });
    }
}

package org.rmi4mpi.tests.ranks.calls;

import java.rmi.Remote;
import java.rmi.RemoteException;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import org.junit.Rule;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.rmi4mpi.rmi.Calls;
import org.rmi4mpi.rmi.UnicastRemoteObject;
import org.rmi4mpi.tests.runner.RankRunner;

/** A call that waits for another rank lets the one behind it begin, which may be what it waits for. */
@RunWith(RankRunner.class)
public class SuccessorsTest {
    private static final int ROUNDS = 20;
    /** Threads whose replies come at the same time. */
    private static final int THREADS = 6;

    interface Door extends Remote {
        /** Waits until a call opens the door. */
        void await() throws RemoteException, InterruptedException;

        void open() throws RemoteException;

        /** Calls {@link #await} of another door. */
        void awaitOther(Door other) throws RemoteException, InterruptedException;

        /** Calls {@link #open} of another door. */
        void openOther(Door other) throws RemoteException;

        /** Returns when all threads of a rank have come. */
        void meet(int caller) throws RemoteException, InterruptedException;
    }

    static final class RankDoor extends UnicastRemoteObject implements Door {
        private static final long serialVersionUID = 1L;
        private final transient Semaphore opened = new Semaphore(0);
        private final transient Semaphore ended = new Semaphore(0);
        private final int[] came = new int[64];

        RankDoor() throws RemoteException {}

        @Override
        public void await() throws InterruptedException {
            opened.acquire();
        }

        @Override
        public void open() {
            opened.release();
        }

        @Override
        public void awaitOther(Door other) throws RemoteException, InterruptedException {
            other.await();
            ended.release();
        }

        @Override
        public void openOther(Door other) throws RemoteException {
            other.open();
            ended.release();
        }

        @Override
        public synchronized void meet(int caller) throws InterruptedException {
            int round = came[caller]++ / THREADS;
            notifyAll();
            while (came[caller] / THREADS == round) {
                wait();
            }
        }
    }

    @Rule
    public final OnEachRank<Door, RankDoor> doors = new OnEachRank<>(RankDoor::new);

    @Test
    public void theNextOneWayCallBeginsWhileTheOneBeforeItWaitsForAReply() throws Exception {
        Door own = doors.at(doors.rank);
        Door next = doors.at((doors.rank + 1) % doors.size);
        Door oneWay = Calls.oneWay(next);
        for (int round = 0; round < ROUNDS; round++) {
            oneWay.awaitOther(own);
            oneWay.openOther(own);
        }
        next.openOther(next); // It begins after all of them have begun.
        next.await();
        doors.own().ended.acquire(2 * ROUNDS + 1); // A call to a door that is gone opens nothing, and leaves a call waiting.
    }

    @Test
    public void repliesThatComeTogetherReachAllTheirThreads() throws Exception {
        Door next = doors.at((doors.rank + 1) % doors.size);
        for (int round = 0; round < ROUNDS; round++) {
            List<Future<Integer>> callers = Crowd.start(THREADS, member -> {
                next.meet(doors.rank);
                return member;
            });
            Crowd.results(callers);
        }
    }
}

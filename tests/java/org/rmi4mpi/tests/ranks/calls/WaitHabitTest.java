package org.rmi4mpi.tests.ranks.calls;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;

import java.rmi.Remote;
import java.rmi.RemoteException;
import java.util.List;
import java.util.concurrent.Future;
import org.junit.Rule;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.rmi4mpi.rmi.Calls;
import org.rmi4mpi.rmi.UnicastRemoteObject;
import org.rmi4mpi.tests.runner.Deadline;
import org.rmi4mpi.tests.runner.RankRunner;

/** A rank learns which methods wait. Its other calls are served whether a method keeps to its habit or not. */
@Deadline(60)
@RunWith(RankRunner.class)
public class WaitHabitTest {
    private static final int ROUNDS = 200;
    private static final int TURNS = 10;

    interface Gate extends Remote {
        /** Waits until as many calls have opened the gate for this caller. */
        int pass(int caller, int opened) throws RemoteException, InterruptedException;

        void open(int caller) throws RemoteException;
    }

    static final class RankGate extends UnicastRemoteObject implements Gate {
        private static final long serialVersionUID = 1L;
        private final int[] opened = new int[64];

        RankGate() throws RemoteException {}

        @Override
        public synchronized int pass(int caller, int atLeast) throws InterruptedException {
            while (opened[caller] < atLeast) {
                wait();
            }
            return opened[caller];
        }

        @Override
        public synchronized void open(int caller) {
            opened[caller]++;
            notifyAll();
        }
    }

    @Rule
    public final OnEachRank<Gate, RankGate> gates = new OnEachRank<>(RankGate::new);

    private Gate next() {
        return gates.at((gates.rank + 1) % gates.size);
    }

    @Test
    public void aMethodThatAlwaysWaitsLetsEachNextCallIn() throws Exception {
        for (int round = 1; round <= ROUNDS; round++) {
            waitOnce(round);
        }
    }

    private void waitOnce(int round) throws Exception {
        List<Future<Integer>> waiting = Crowd.start(1, i -> next().pass(gates.rank, round));
        next().open(gates.rank);
        assertThat(Crowd.results(waiting), is(List.of(round)));
    }

    @Test
    public void aMethodThatWaitsAndThenDoesNotAndThenDoesIsAnsweredEachTime() throws Exception {
        int opened = 0;
        for (int turn = 0; turn < TURNS; turn++) {
            for (int i = 0; i < TURNS; i++) {
                waitOnce(++opened);
            }
            for (int i = 0; i < ROUNDS; i++) {
                assertThat(next().pass(gates.rank, opened), is(opened));
            }
        }
    }

    /** Nobody waits for the calls that open the gate, so that no caller rings for them where they are late. */
    @Test
    public void callsThatNobodyWaitsForAreRunWhileAMethodWaits() throws Exception {
        Gate oneWay = Calls.oneWay(next());
        for (int round = 1; round <= ROUNDS / TURNS; round++) {
            int opened = round;
            List<Future<Integer>> waiting = Crowd.start(1, i -> next().pass(gates.rank, opened));
            oneWay.open(gates.rank);
            assertThat(Crowd.results(waiting), is(List.of(opened)));
        }
    }
}

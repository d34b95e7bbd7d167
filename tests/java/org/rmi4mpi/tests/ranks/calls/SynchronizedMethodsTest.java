package org.rmi4mpi.tests.ranks.calls;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;

import java.rmi.Remote;
import java.rmi.RemoteException;
import mpi.MPI;
import org.junit.Rule;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.rmi4mpi.rmi.UnicastRemoteObject;
import org.rmi4mpi.tests.runner.RankRunner;

/** Synchronized methods of one object exclude each other, even while they wait for calls and calls cross. */
@RunWith(RankRunner.class)
public class SynchronizedMethodsTest {
    private static final int THREADS = 8;

    interface Account extends Remote {
        /** Atomic only because of the monitor: a remote call lies between reading and writing. */
        void add(Account witness) throws RemoteException;

        void ping() throws RemoteException;

        int sum() throws RemoteException;
    }

    static final class RankAccount extends UnicastRemoteObject implements Account {
        private static final long serialVersionUID = 1L;
        private int sum;

        RankAccount() throws RemoteException {}

        @Override
        public synchronized void add(Account witness) throws RemoteException {
            int before = sum;
            witness.ping();
            sum = before + 1;
        }

        @Override
        public void ping() {}

        @Override
        public synchronized int sum() {
            return sum;
        }
    }

    @Rule
    public final OnEachRank<Account, RankAccount> accounts = new OnEachRank<>(RankAccount::new);

    @Test
    public void noUpdateIsLostWhereMethodsCallBetweenReadingAndWriting() throws Exception {
        int calls = 120 / accounts.size;
        Account witness = accounts.at(accounts.rank);
        Crowd.act(THREADS, member -> {
            for (int i = 0; i < calls; i++) {
                accounts.at((member + i) % accounts.size).add(witness);
            }
        });
        MPI.COMM_WORLD.Barrier();
        int sum = 0;
        for (Account account : accounts.all()) {
            sum += account.sum();
        }
        assertThat(sum, is(THREADS * calls * accounts.size));
    }

    /** The caller holds one monitor, and the call-back of the callee needs another. */
    @Test
    public void aCallerThatHoldsALockIsCalledBack() throws Exception {
        Object lock = new Object();
        synchronized (lock) {
            for (int i = 0; i < 20; i++) {
                accounts.next().add(accounts.own());
            }
        }
        MPI.COMM_WORLD.Barrier();
        assertThat(accounts.next().sum(), is(20));
    }
}

package org.rmi4mpi.tests.ranks.calls;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;

import java.rmi.Remote;
import java.rmi.RemoteException;
import mpi.MPI;
import org.junit.Rule;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.rmi4mpi.rmi.Naming;
import org.rmi4mpi.rmi.UnicastRemoteObject;
import org.rmi4mpi.tests.runner.RankRunner;

/** Static initializers, which hold their class's lock, make calls. */
@RunWith(RankRunner.class)
public class StaticInitializersTest {
    interface Source extends Remote {
        int rank() throws RemoteException;

        /** Calls back before it answers. */
        int rankByWayOf(Source caller) throws RemoteException;

        /** The number of ranks from this one to the last, counted by static initializers. */
        int ranksFromHere() throws RemoteException;
    }

    static final class RankSource extends UnicastRemoteObject implements Source {
        private static final long serialVersionUID = 1L;

        RankSource() throws RemoteException {}

        @Override
        public int rank() {
            return MPI.COMM_WORLD.Rank();
        }

        @Override
        public int rankByWayOf(Source caller) throws RemoteException {
            caller.rank();
            return rank();
        }

        @Override
        public int ranksFromHere() {
            return Chained.RANKS;
        }
    }

    private static Source source(int rank) {
        try {
            return (Source) Naming.lookup("//rank" + rank + "/on-each-rank");
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    /** Calls the next rank in its initializer, and is called back. */
    static final class Asking {
        static final int NEXT;

        static {
            int rank = MPI.COMM_WORLD.Rank();
            try {
                NEXT = source((rank + 1) % MPI.COMM_WORLD.Size()).rankByWayOf(source(rank));
            } catch (RemoteException e) {
                throw new ExceptionInInitializerError(e);
            }
        }
    }

    /** Its initializer at one rank triggers its initializer at the next. */
    static final class Chained {
        static final int RANKS;

        static {
            int next = MPI.COMM_WORLD.Rank() + 1;
            try {
                RANKS = next == MPI.COMM_WORLD.Size() ? 1 : 1 + source(next).ranksFromHere();
            } catch (RemoteException e) {
                throw new ExceptionInInitializerError(e);
            }
        }
    }

    @Rule
    public final OnEachRank<Source, RankSource> sources = new OnEachRank<>(RankSource::new);

    @Test
    public void anInitializerOfMainCallsAndIsCalledBack() {
        assertThat(Asking.NEXT, is((sources.rank + 1) % sources.size));
    }

    @Test
    public void initializersOfAllRanksWaitForEachOther() throws Exception {
        Crowd.act(4, member -> assertThat(sources.at(0).ranksFromHere(), is(sources.size)));
    }
}

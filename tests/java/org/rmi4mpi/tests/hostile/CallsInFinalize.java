package org.rmi4mpi.tests.hostile;

import java.rmi.Remote;
import java.rmi.RemoteException;
import java.util.List;
import mpi.MPI;
import org.rmi4mpi.rmi.Batch;
import org.rmi4mpi.rmi.Calls;
import org.rmi4mpi.rmi.Ranks;
import org.rmi4mpi.rmi.UnicastRemoteObject;

/** Methods call the next rank in calls that nobody waits for, round the ring, while all ranks are in MPI.Finalize. */
final class CallsInFinalize {
    static final int HOPS = 40;
    private static final Tally TALLY = new Tally();

    private static List<Ring> ranks;

    private CallsInFinalize() {}

    private enum Kind {
        ONE_WAY {
            @Override
            void call(Ring next, int left) throws Exception {
                Calls.oneWay(next).hop(this, left);
            }
        },
        ASYNCHRONOUS {
            @Override
            void call(Ring next, int left) throws Exception {
                Calls.async(next).hop(this, left);
                Calls.future().whenComplete((result, thrown) -> {
                    if (thrown != null) {
                        TALLY.failed(thrown);
                    }
                });
            }
        },
        BATCH {
            @Override
            void call(Ring next, int left) throws Exception {
                Batch<Ring> batch = Calls.batch(Calls.oneWay(next));
                batch.stub().hop(this, left);
                batch.send();
            }
        };

        abstract void call(Ring next, int left) throws Exception;
    }

    interface Ring extends Remote {
        void hop(Kind kind, int left) throws RemoteException;
    }

    private static final class RankRing extends UnicastRemoteObject implements Ring {
        private static final long serialVersionUID = 1;

        RankRing() throws RemoteException {}

        @Override
        public void hop(Kind kind, int left) {
            TALLY.served();
            begin(kind, left);
        }
    }

    private static void begin(Kind kind, int left) {
        if (left > 0) {
            TALLY.call(() -> {
                kind.call(ranks.get(Ranks.next()), left - 1);
                return true;
            });
        }
    }

    public static void main(String[] args) throws Exception {
        Ranks.start(args);
        int rank = Ranks.own();
        ranks = Ranks.each(Ring.class, new RankRing());
        MPI.COMM_WORLD.Barrier();
        for (Kind kind : Kind.values()) {
            begin(kind, HOPS);
        }
        MPI.Finalize();
        TALLY.print(rank);
    }
}

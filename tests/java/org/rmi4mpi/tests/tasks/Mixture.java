package org.rmi4mpi.tests.tasks;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;

import java.rmi.Remote;
import java.rmi.RemoteException;
import java.util.concurrent.atomic.AtomicInteger;
import jpvm.jpvmBuffer;
import jpvm.jpvmEnvironment;
import jpvm.jpvmException;
import jpvm.jpvmTaskId;
import mpi.MPI;
import org.rmi4mpi.rmi.UnicastRemoteObject;

/**
 * All three faces in one program: tasks and their messages, remote objects whose stubs are packed, and messages among
 * the ranks.
 */
final class Mixture {
    /** Counts who calls it. */
    interface Tally extends Remote {
        int add(Tally other) throws RemoteException;
    }

    private static final class OwnTally implements Tally {
        private final AtomicInteger count = new AtomicInteger();

        @Override
        public int add(Tally other) throws RemoteException {
            return count.incrementAndGet() + (other == null ? 0 : 100 * other.add(null));
        }
    }

    private Mixture() {}

    public static void main(String[] args) throws Exception, jpvmException {
        MPI.Init(args);
        jpvmEnvironment jpvm = new jpvmEnvironment();
        if (jpvm.pvm_parent() != null) {
            Tally first = (Tally) jpvm.pvm_recv().buffer.upkobject();
            OwnTally own = new OwnTally();
            int result = first.add((Tally) UnicastRemoteObject.exportObject(own, 0));
            assertThat(own.count.get(), is(1));
            assertThat(result > 100, is(true));
            jpvm.pvm_send(Expect.buffer(MPI.COMM_WORLD.Rank()), jpvm.pvm_parent(), 1);
            meet();
            UnicastRemoteObject.unexportObject(own, true);
            MPI.Finalize();
            jpvm.pvm_exit();
            return;
        }
        OwnTally tally = new OwnTally();
        jpvmBuffer buffer = new jpvmBuffer();
        UnicastRemoteObject.exportObject(tally, 0);
        buffer.packObject(tally);
        int ranks = jpvm.pvm_config().numHosts;
        for (int rank = 1; rank < ranks; rank++) {
            jpvmTaskId[] task = new jpvmTaskId[1];
            jpvm.pvm_spawn(Mixture.class.getName(), args, jpvmEnvironment.PvmTaskHost, "rank" + rank, 1, task);
            jpvm.pvm_send(buffer, task[0], 7);
            assertThat(jpvm.pvm_recv(task[0]).buffer.upkint(), is(rank));
        }
        assertThat("while this waited for mail", tally.count.get(), is(ranks - 1));
        meet();
        UnicastRemoteObject.unexportObject(tally, true);
        MPI.Finalize();
        System.out.println("mixed as expected");
    }

    /** All ranks, each by one task. */
    private static void meet() {
        int[] sum = new int[1];
        MPI.COMM_WORLD.Allreduce(new int[] {MPI.COMM_WORLD.Rank()}, 0, sum, 0, 1, MPI.INT, MPI.SUM);
        assertThat(sum[0], is(MPI.COMM_WORLD.Size() * (MPI.COMM_WORLD.Size() - 1) / 2));
    }
}

package org.rmi4mpi.tests.ranks.calls;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;

import java.nio.ByteBuffer;
import java.nio.channels.Pipe;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.util.concurrent.Future;
import mpi.MPI;
import org.junit.Rule;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.rmi4mpi.rmi.UnicastRemoteObject;
import org.rmi4mpi.tests.runner.RankRunner;

/** A rank serves calls whatever its main thread does. */
@RunWith(RankRunner.class)
public class BusyMainTest {
    private static final int TAG = 73;

    interface Office extends Remote {
        boolean isBusy() throws RemoteException;

        int next(int a) throws RemoteException;

        void release() throws Exception;
    }

    static final class RankOffice extends UnicastRemoteObject implements Office {
        private static final long serialVersionUID = 1L;
        private final transient Thread main = Thread.currentThread();
        private final transient Pipe pipe = Pipe.open();
        private volatile boolean busy;
        private volatile boolean released;
        private volatile long computed;

        RankOffice() throws Exception {}

        @Override
        public boolean isBusy() {
            return busy;
        }

        @Override
        public int next(int a) {
            return a + 1;
        }

        @Override
        public void release() throws Exception {
            synchronized (this) {
                released = true;
                notifyAll();
            }
            pipe.sink().close();
        }

        void sleep() throws InterruptedException {
            busy = true;
            while (!released) {
                Thread.sleep(10);
            }
        }

        void compute() {
            busy = true;
            while (!released) {
                computed++;
            }
        }

        synchronized void awaitNotification() throws InterruptedException {
            busy = true;
            while (!released) {
                wait();
            }
        }

        void read() throws Exception {
            busy = true;
            pipe.source().read(ByteBuffer.allocate(1));
        }

        void receive(int source) {
            busy = true;
            MPI.COMM_WORLD.Recv(new int[1], 0, 1, MPI.INT, source, TAG);
        }

        void barrier() {
            busy = true;
            MPI.COMM_WORLD.Barrier();
        }
    }

    private interface Work {
        void run() throws Exception;
    }

    @Rule
    public final OnEachRank<Office, RankOffice> offices = new OnEachRank<>(RankOffice::new);

    private final int last = offices.size - 1;

    /** The last rank calls rank 0 while its main thread works. The given action then ends the work. */
    private void serves(Work work, Work end) throws Exception {
        Office office = offices.at(0);
        Future<Void> caller = offices.rank != last ? null : Crowd.aside(member -> {
            Until.holds(office::isBusy);
            for (int i = 0; i < 50; i++) {
                assertThat(office.next(i), is(i + 1));
            }
            end.run();
        });
        if (offices.rank == 0) {
            work.run();
        }
        if (caller != null) {
            Crowd.resultOf(caller);
        }
    }

    private void servesUntilReleased(Work work) throws Exception {
        serves(work, offices.at(0)::release);
    }

    @Test
    public void callsAreServedWhileMainSleeps() throws Exception {
        servesUntilReleased(offices.own()::sleep);
    }

    @Test
    public void callsAreServedWhileMainComputes() throws Exception {
        servesUntilReleased(offices.own()::compute);
    }

    @Test
    public void callsAreServedWhileMainWaitsForANotification() throws Exception {
        servesUntilReleased(offices.own()::awaitNotification);
    }

    @Test
    public void callsAreServedWhileMainReadsAPipe() throws Exception {
        servesUntilReleased(offices.own()::read);
    }

    @Test
    public void callsAreServedWhileMainReceives() throws Exception {
        serves(() -> offices.own().receive(last), () -> MPI.COMM_WORLD.Send(new int[1], 0, 1, MPI.INT, 0, TAG));
    }

    /** A single rank waits for nobody. */
    @Test
    public void callsAreServedWhileMainIsInABarrier() throws Exception {
        if (offices.size > 1) {
            serves(offices.own()::barrier, MPI.COMM_WORLD::Barrier);
            if (offices.rank > 0 && offices.rank < last) {
                MPI.COMM_WORLD.Barrier();
            }
        }
    }
}

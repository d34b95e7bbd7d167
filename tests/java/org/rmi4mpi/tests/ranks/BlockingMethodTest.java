package org.rmi4mpi.tests.ranks;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;

import java.rmi.Remote;
import java.rmi.RemoteException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import mpi.MPI;
import mpi.Request;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.rmi4mpi.rmi.Naming;
import org.rmi4mpi.rmi.UnicastRemoteObject;
import org.rmi4mpi.tests.runner.RankRunner;

/** Methods that park do not block others, and a waiting thread serves nobody on its own stack. */
@RunWith(RankRunner.class)
public class BlockingMethodTest {
    interface Room extends Remote {
        /** Returns when all ranks have entered. */
        int meet(int ranks) throws RemoteException, InterruptedException;

        void park() throws RemoteException, InterruptedException;

        void unpark() throws RemoteException;

        int parked() throws RemoteException;

        /** Enters the monitor, and calls the other room's ping while it holds the monitor. */
        boolean holdAndCall(Room other, int times) throws RemoteException;

        void ping() throws RemoteException;

        /** Takes the monitor for a moment, and returns whether somebody else had it. */
        boolean intrude() throws RemoteException;
    }

    static class RankRoom extends UnicastRemoteObject implements Room {
        private static final long serialVersionUID = 1L;
        private int inside;
        private int meetings;
        private int parked;
        private boolean open;
        private final AtomicBoolean held = new AtomicBoolean();

        RankRoom() throws RemoteException {}

        @Override
        public synchronized int meet(int ranks) throws InterruptedException {
            int mine = meetings;
            if (++inside == ranks) {
                inside = 0;
                meetings++;
                notifyAll();
            }
            while (mine == meetings) {
                wait();
            }
            return meetings;
        }

        @Override
        public synchronized void park() throws InterruptedException {
            parked++;
            while (!open) {
                wait();
            }
            parked--;
        }

        @Override
        public synchronized void unpark() {
            open = true;
            notifyAll();
        }

        @Override
        public synchronized int parked() {
            return parked;
        }

        @Override
        public synchronized boolean holdAndCall(Room other, int times) throws RemoteException {
            held.set(true);
            try {
                for (int i = 0; i < times; i++) {
                    other.ping();
                }
                return true;
            } finally {
                held.set(false);
            }
        }

        @Override
        public void ping() {}

        @Override
        public synchronized boolean intrude() {
            return held.get();
        }
    }

    private final int rank = MPI.COMM_WORLD.Rank();
    private final int size = MPI.COMM_WORLD.Size();
    private final int next = (rank + 1) % size;
    private RankRoom own;
    private Room room;
    private Room first;

    @Before
    public void export() throws Exception {
        own = new RankRoom();
        Naming.rebind("//rank" + rank + "/room", own);
        MPI.COMM_WORLD.Barrier();
        room = (Room) Naming.lookup("//rank" + next + "/room");
        first = (Room) Naming.lookup("//rank0/room");
    }

    @After
    public void unexport() throws Exception {
        MPI.COMM_WORLD.Barrier();
        Naming.unbind("//rank" + rank + "/room");
        UnicastRemoteObject.unexportObject(own, true);
    }

    @Test
    public void ranksMeetInsideARemoteMethod() throws Exception {
        for (int i = 1; i <= 20; i++) {
            assertThat(first.meet(size), is(i));
        }
    }

    @Test
    public void parkedMethodsLeaveTheRankToOthers() throws Exception {
        int count = 50;
        ExecutorService threads = Executors.newFixedThreadPool(count);
        List<Future<?>> parked = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            parked.add(threads.submit(() -> {
                room.park();
                return null;
            }));
        }
        while (room.parked() < count) {
            Thread.onSpinWait();
        }
        room.unpark();
        for (Future<?> each : parked) {
            each.get();
        }
        assertThat(room.parked(), is(0));
        threads.shutdown();
    }

    @Test
    public void aMonitorIsKeptWhileItsHolderWaitsForACall() throws Exception {
        ExecutorService thread = Executors.newSingleThreadExecutor();
        Future<Boolean> holder = thread.submit(() -> room.holdAndCall(own, 200));
        while (!holder.isDone()) {
            assertThat("entered a monitor that was held", room.intrude(), is(false));
        }
        assertThat(holder.get(), is(true));
        thread.shutdown();
    }

    @Test
    public void aMonitorIsKeptWhileItsHolderWaitsForMessages() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(2);
        Future<Void> holder = threads.submit(() -> {
            synchronized (own) {
                own.held.set(true);
                MPI.COMM_WORLD.Recv(new int[1], 0, 1, MPI.INT, (rank + size - 1) % size, 61);
                own.held.set(false);
            }
            return null;
        });
        while (!own.held.get()) {
            Thread.onSpinWait();
        }
        MPI.COMM_WORLD.Barrier();
        Future<Boolean> intruder = threads.submit(() -> room.intrude());
        for (int i = 0; i < 50; i++) {
            room.ping(); // when these calls have been answered, the intruder's earlier call has begun
        }
        MPI.COMM_WORLD.Barrier();
        Request send = MPI.COMM_WORLD.Isend(new int[1], 0, 1, MPI.INT, next, 61);
        assertThat("entered a monitor that was held", intruder.get(), is(false));
        send.Wait();
        holder.get();
        threads.shutdown();
    }

    @Test
    public void aRankThatWaitsInMpiServesCalls() throws Exception {
        if (rank == 0 && size > 1) {
            for (int i = 0; i < 100; i++) {
                room.ping();
            }
            MPI.COMM_WORLD.Send(new int[] {1}, 0, 1, MPI.INT, 1, 62);
            for (int i = 0; i < 100; i++) {
                room.ping();
            }
        } else if (rank == 1) {
            MPI.COMM_WORLD.Recv(new int[1], 0, 1, MPI.INT, 0, 62);
        }
        MPI.COMM_WORLD.Barrier();
    }
}

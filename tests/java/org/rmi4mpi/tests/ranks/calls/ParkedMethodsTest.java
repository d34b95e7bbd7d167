package org.rmi4mpi.tests.ranks.calls;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;

import java.nio.ByteBuffer;
import java.nio.channels.Pipe;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.Rule;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.rmi4mpi.rmi.UnicastRemoteObject;
import org.rmi4mpi.tests.runner.Deadline;
import org.rmi4mpi.tests.runner.RankRunner;

/** Methods that block or run for long do not keep their rank from serving others, whatever their number. */
@Deadline(90)
@RunWith(RankRunner.class)
public class ParkedMethodsTest {
    /** The activity of a method until it is released. */
    enum Way {
        WAIT, LATCH, JOIN, SLEEP, LOCK, PARK, PIPE, COMPUTE;

        /** One that computes takes a core. */
        int methods() {
            return this == COMPUTE ? 2 : 43;
        }
    }

    interface Lot extends Remote {
        int park(Way way) throws Exception;

        int parked() throws RemoteException;

        void open() throws Exception;

        int next(int a) throws RemoteException;
    }

    static final class RankLot extends UnicastRemoteObject implements Lot {
        private static final long serialVersionUID = 1L;
        private final AtomicInteger parked = new AtomicInteger();
        private final transient CountDownLatch latch = new CountDownLatch(1);
        private final transient ReentrantLock lock = new ReentrantLock();
        private final transient Pipe pipe = Pipe.open();
        private final transient Set<Thread> sleepers = ConcurrentHashMap.newKeySet();
        private final transient Thread keeper = new Thread(this::keepLock, "keeper");
        private volatile boolean open;
        private volatile long computed;

        RankLot() throws Exception {
            keeper.setDaemon(true);
            keeper.start();
            while (!lock.isLocked()) {
                Thread.sleep(1);
            }
        }

        private void keepLock() {
            lock.lock();
            try {
                latch.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            } finally {
                lock.unlock();
            }
        }

        @Override
        public int park(Way way) throws Exception {
            parked.incrementAndGet();
            switch (way) {
                case WAIT -> awaitOpen();
                case LATCH -> latch.await();
                case JOIN -> keeper.join();
                case SLEEP -> sleep();
                case LOCK -> {
                    lock.lock();
                    lock.unlock();
                }
                case PARK -> {
                    sleepers.add(Thread.currentThread());
                    while (!open) {
                        LockSupport.park();
                    }
                }
                case PIPE -> pipe.source().read(ByteBuffer.allocate(1));
                case COMPUTE -> {
                    while (!open) {
                        computed++;
                    }
                }
            }
            return parked.decrementAndGet();
        }

        private synchronized void awaitOpen() throws InterruptedException {
            while (!open) {
                wait();
            }
        }

        private void sleep() {
            sleepers.add(Thread.currentThread());
            while (!open) {
                try {
                    Thread.sleep(Long.MAX_VALUE);
                } catch (InterruptedException e) {
                    // to look whether it is open
                }
            }
            sleepers.remove(Thread.currentThread());
        }

        @Override
        public int parked() {
            return parked.get();
        }

        @Override
        public void open() throws Exception {
            synchronized (this) {
                open = true;
                notifyAll();
            }
            latch.countDown();
            pipe.sink().close();
            while (parked.get() > 0) { // some may have added themselves after the check
                for (Thread each : sleepers) {
                    LockSupport.unpark(each);
                    each.interrupt();
                }
                Thread.sleep(1);
            }
        }

        @Override
        public int next(int a) {
            return a + 1;
        }
    }

    @Rule
    public final OnEachRank<Lot, RankLot> lots = new OnEachRank<>(RankLot::new);

    @Test
    public void hundredsOfMethodsParkInManyWaysAtOnce() throws Exception {
        if (lots.rank == lots.size - 1) {
            parkAll(EnumSet.complementOf(EnumSet.of(Way.COMPUTE)), lots.at(0));
        }
    }

    @Test
    public void methodsThatComputeWithoutPauseLetOthersIn() throws Exception {
        if (lots.rank == lots.size - 1) {
            parkAll(EnumSet.of(Way.COMPUTE), lots.at(0));
        }
    }

    /** While they are parked, other calls are served. */
    private static void parkAll(Set<Way> ways, Lot lot) throws Exception {
        List<Way> all = ways.stream().flatMap(way -> Collections.nCopies(way.methods(), way).stream()).toList();
        List<Future<Integer>> callers = Crowd.start(all.size(), i -> lot.park(all.get(i)));
        Until.holds(() -> lot.parked() == all.size());
        for (int i = 0; i < 100; i++) {
            assertThat(lot.next(i), is(i + 1));
        }
        lot.open();
        Crowd.results(callers);
        assertThat(lot.parked(), is(0));
    }
}

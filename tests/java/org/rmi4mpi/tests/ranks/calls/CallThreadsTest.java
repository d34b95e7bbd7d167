package org.rmi4mpi.tests.ranks.calls;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.sameInstance;

import java.net.URL;
import java.net.URLClassLoader;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import mpi.MPI;
import org.junit.Rule;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.rmi4mpi.rmi.UnicastRemoteObject;
import org.rmi4mpi.tests.runner.RankRunner;

/** The state of the thread that runs a method: before it, after it, and the effects on the calling thread. */
@RunWith(RankRunner.class)
public class CallThreadsTest {
    private static final int TAG = 74;

    interface Visitor extends Remote {
        /** Whether the context class loader is the one with which the object was exported. */
        boolean hasLoaderOfExport() throws RemoteException;

        boolean isInterrupted() throws RemoteException;

        boolean isDaemon() throws RemoteException;

        /** Leaves its thread interrupted, and with another class loader. */
        void spoilThread() throws RemoteException;

        /** Interrupts the threads that have run methods here. */
        void interruptThreads() throws RemoteException;

        /** Interrupts its own thread, calls the other object, and returns whether it is still interrupted. */
        boolean callInterrupted(Visitor other) throws RemoteException;

        /** Returns when the gate is opened. */
        int passGate(int answer) throws RemoteException, InterruptedException;

        boolean isAtGate() throws RemoteException;

        Remote same(Remote object) throws RemoteException;

        void openGate() throws RemoteException;
    }

    static final class RankVisitor extends UnicastRemoteObject implements Visitor {
        private static final long serialVersionUID = 1L;
        private final transient ClassLoader loaderOfExport = Thread.currentThread().getContextClassLoader();
        private final transient CountDownLatch gate = new CountDownLatch(1);
        private final transient Set<Thread> threads = ConcurrentHashMap.newKeySet();
        private volatile boolean atGate;

        RankVisitor() throws RemoteException {}

        @Override
        public boolean hasLoaderOfExport() {
            return Thread.currentThread().getContextClassLoader() == loaderOfExport;
        }

        @Override
        public boolean isInterrupted() {
            threads.add(Thread.currentThread());
            return Thread.currentThread().isInterrupted();
        }

        @Override
        public boolean isDaemon() {
            return Thread.currentThread().isDaemon();
        }

        @Override
        public void spoilThread() {
            Thread.currentThread().setContextClassLoader(new URLClassLoader(new URL[0]));
            Thread.currentThread().interrupt();
        }

        @Override
        public void interruptThreads() {
            threads.forEach(Thread::interrupt);
        }

        @Override
        public boolean callInterrupted(Visitor other) throws RemoteException {
            Thread.currentThread().interrupt();
            boolean there = other.isInterrupted();
            return Thread.currentThread().isInterrupted() && !there;
        }

        @Override
        public int passGate(int answer) throws InterruptedException {
            atGate = true;
            gate.await();
            return answer;
        }

        @Override
        public boolean isAtGate() {
            return atGate;
        }

        @Override
        public Remote same(Remote object) {
            return object;
        }

        @Override
        public void openGate() {
            gate.countDown();
        }
    }

    @Rule
    public final OnEachRank<Visitor, RankVisitor> visitors = new OnEachRank<>(RankVisitor::new);

    @Test
    public void theContextClassLoaderOfACallDoesNotLeakIntoTheNext() throws Exception {
        Crowd.act(4, member -> {
            for (int i = 0; i < 30; i++) {
                assertThat(visitors.next().hasLoaderOfExport(), is(true));
                visitors.next().spoilThread();
            }
        });
    }

    @Test
    public void aMethodHasTheContextClassLoaderWithWhichItsObjectWasExported() throws Exception {
        Thread main = Thread.currentThread();
        ClassLoader before = main.getContextClassLoader();
        RankVisitor other;
        main.setContextClassLoader(new URLClassLoader(new URL[0]));
        try {
            other = new RankVisitor();
        } finally {
            main.setContextClassLoader(before);
        }
        Visitor stub = (Visitor) visitors.next().same(other);
        try {
            assertThat(other.loaderOfExport, not(sameInstance(before)));
            for (int i = 0; i < 5; i++) {
                assertThat(stub.hasLoaderOfExport(), is(true));
                assertThat(visitors.at(visitors.rank).hasLoaderOfExport(), is(true));
            }
        } finally {
            UnicastRemoteObject.unexportObject(other, true);
        }
    }

    @Test
    public void aMethodsInterruptDoesNotLeakIntoTheNextCall() throws Exception {
        Crowd.act(4, member -> {
            for (int i = 0; i < 30; i++) {
                assertThat(visitors.next().isInterrupted(), is(false));
                visitors.next().spoilThread();
            }
        });
    }

    @Test
    public void anInterruptAfterAMethodDoesNotReachTheNextCallOfItsThread() throws Exception {
        visitors.assumeOtherRank(); // there it is the caller's own thread
        Crowd.act(4, member -> visitors.next().isInterrupted());
        for (int i = 0; i < 100; i++) {
            visitors.next().interruptThreads();
            assertThat(visitors.next().isInterrupted(), is(false));
        }
    }

    @Test
    public void theCallersInterruptStaysWithTheCaller() throws Exception {
        for (int i = 0; i < 20; i++) {
            assertThat(visitors.next().callInterrupted(visitors.own()), is(true));
        }
    }

    @Test
    public void methodsRunOnDaemonThreads() throws Exception {
        visitors.assumeOtherRank();
        assertThat(visitors.next().isDaemon(), is(true));
    }

    @Test
    public void anInterruptDoesNotBreakACallAndIsStillThereAfterIt() throws Exception {
        visitors.assumeOtherRank();
        Visitor visitor = visitors.next();
        Thread caller = Thread.currentThread();
        Future<Void> interrupter = Crowd.aside(member -> {
            Until.holds(visitor::isAtGate);
            for (int i = 0; i < 20; i++) {
                caller.interrupt();
                visitor.isAtGate();
            }
            visitor.openGate();
        });
        assertThat(visitor.passGate(5), is(5));
        assertThat(Thread.interrupted(), is(true));
        Crowd.resultOf(interrupter);
    }

    @Test
    public void anInterruptDoesNotBreakAReceiveAndIsStillThereAfterIt() throws Exception {
        Thread receiver = Thread.currentThread();
        Future<Void> sender = Crowd.aside(member -> {
            receiver.interrupt();
            visitors.next().isAtGate();
            MPI.COMM_WORLD.Send(new int[] {7}, 0, 1, MPI.INT, visitors.rank, TAG);
        });
        int[] buf = new int[1];
        MPI.COMM_WORLD.Recv(buf, 0, 1, MPI.INT, visitors.rank, TAG);
        assertThat(Thread.interrupted(), is(true));
        assertThat(buf[0], is(7));
        Crowd.resultOf(sender);
    }
}

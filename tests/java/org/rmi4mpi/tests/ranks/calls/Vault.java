package org.rmi4mpi.tests.ranks.calls;

import java.io.Serializable;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.rmi4mpi.rmi.UnicastRemoteObject;

/** Can be locked in several ways, and counts the callers that enter while it is locked. */
interface Vault extends Remote {
    /** Holds a lock while it waits. */
    void hold(LockKind lock, Waiting waiting, int partner, Vault partnersVault) throws Exception;

    /** Takes a lock for a moment. */
    void enter(LockKind lock, Knock knock) throws RemoteException;

    /** Whether a holder waits, or is about to. */
    boolean isHeld() throws RemoteException;

    /** Number of calls to enter that have arrived. */
    int knocks() throws RemoteException;

    int intrusions() throws RemoteException;

    /** Returns when the gate of this vault is opened. */
    void passGate() throws RemoteException, InterruptedException;

    /** Completes the promise of this vault. */
    void keepPromise() throws RemoteException;

    /** Reports its arrival, whether or not its call gets any further. */
    final class Knock implements Serializable {
        private static final long serialVersionUID = 1L;
        static final AtomicInteger ARRIVED = new AtomicInteger();

        private Object readResolve() {
            ARRIVED.incrementAndGet();
            return this;
        }
    }

    /** The one of a rank. */
    final class RankVault extends UnicastRemoteObject implements Vault {
        private static final long serialVersionUID = 1L;
        private final transient Object monitor = new Object();
        private final transient Lock lock = new ReentrantLock();
        private final transient ReentrantReadWriteLock readWriteLock = new ReentrantReadWriteLock();
        private final AtomicInteger inside = new AtomicInteger();
        private final AtomicInteger intrusions = new AtomicInteger();
        private volatile boolean held;
        private volatile transient CountDownLatch gate = new CountDownLatch(1);
        private volatile transient CompletableFuture<Void> promise = new CompletableFuture<>();

        RankVault() throws RemoteException {}

        private interface Step {
            void run() throws Exception;
        }

        @Override
        public void hold(LockKind kind, Waiting waiting, int partner, Vault partnersVault) throws Exception {
            within(kind, false, () -> {
                held = true;
                waiting.await(partner, partnersVault, this);
                held = false;
            });
        }

        @Override
        public void enter(LockKind kind, Knock knock) {
            try {
                within(kind, true, () -> {});
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }

        private void within(LockKind kind, boolean intruder, Step step) throws Exception {
            switch (kind) {
                case OWN_MONITOR -> {
                    synchronized (this) {
                        counted(step);
                    }
                }
                case ANOTHER_MONITOR -> {
                    synchronized (monitor) {
                        counted(step);
                    }
                }
                case REENTRANT_LOCK -> locked(lock, step);
                case WRITE_LOCK -> locked(readWriteLock.writeLock(), step);
                case READ_LOCK -> locked(intruder ? readWriteLock.writeLock() : readWriteLock.readLock(), step);
            }
        }

        private void locked(Lock taken, Step step) throws Exception {
            taken.lock();
            try {
                counted(step);
            } finally {
                taken.unlock();
            }
        }

        private void counted(Step step) throws Exception {
            if (inside.getAndIncrement() > 0) {
                intrusions.incrementAndGet();
            }
            try {
                step.run();
            } finally {
                inside.decrementAndGet();
            }
        }

        @Override
        public boolean isHeld() {
            return held;
        }

        @Override
        public int knocks() {
            return Knock.ARRIVED.get();
        }

        @Override
        public int intrusions() {
            return intrusions.get();
        }

        @Override
        public void passGate() throws InterruptedException {
            CountDownLatch closed = gate;
            closed.await();
        }

        /** Lets those pass who wait, and the next as well. */
        void openGate() {
            gate.countDown();
        }

        @Override
        public void keepPromise() {
            promise.complete(null);
        }

        void awaitPromise() throws Exception {
            promise.get();
        }

        /** Makes gate and promise new. */
        void reset() {
            gate = new CountDownLatch(1);
            promise = new CompletableFuture<>();
        }
    }
}

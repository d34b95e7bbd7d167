package org.rmi4mpi.transport.local;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.rmi4mpi.transport.Bell;

/**
 * The bell of a rank within one JVM. The lock guards the ring count and the counts of sleeping threads; the latter are
 * also read without it.
 */
final class LocalBell implements Bell {
    private final List<LocalTransport> group;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition waiters = lock.newCondition();
    private final Condition clean = lock.newCondition();
    private volatile int sleepingWaiters;
    private volatile int sleepingClean;
    private int rings;
    private final AtomicInteger stirs = new AtomicInteger();
    private final AtomicInteger sleepers = new AtomicInteger();
    private volatile boolean asleep;

    LocalBell(List<LocalTransport> group) {
        this.group = group;
    }

    @Override
    public boolean isAsleep(int rank) {
        return group.get(rank).localBell().asleep;
    }

    @Override
    public void setAsleep(boolean asleep) {
        this.asleep = asleep;
    }

    @Override
    public int rings() {
        lock.lock();
        try {
            return rings;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void ring(int rank, boolean cleanFirst) {
        LocalBell bell = group.get(rank).localBell();
        bell.ring(cleanFirst && bell.sleepingClean > 0 || bell.sleepingWaiters == 0);
    }

    @Override
    public void countSleepers(int more) {
        sleepers.addAndGet(more);
    }

    @Override
    public boolean hasSleepers(int rank) {
        return group.get(rank).localBell().sleepers.get() != 0;
    }

    @Override
    public void stir(int rank) {
        group.get(rank).localBell().stirs.incrementAndGet();
        ring(rank, true);
    }

    @Override
    public int stirs() {
        return stirs.get();
    }

    @Override
    public void ringClean() {
        ring(true);
    }

    private void ring(boolean ofClean) {
        lock.lock();
        try {
            rings++;
            (ofClean ? clean : waiters).signal();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void sleep(int ringsBefore, boolean isClean, long nanoseconds) {
        lock.lock();
        try {
            count(isClean, 1);
            try {
                if (rings == ringsBefore) {
                    (isClean ? clean : waiters).await(nanoseconds, TimeUnit.NANOSECONDS);
                }
            } finally {
                count(isClean, -1);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // The waiting code checks the interrupt flag.
        } finally {
            lock.unlock();
        }
    }

    private void count(boolean isClean, int more) {
        if (isClean) {
            sleepingClean += more;
        } else {
            sleepingWaiters += more;
        }
    }

    @Override
    public boolean reachesAll() {
        return true;
    }
}

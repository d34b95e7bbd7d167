package org.rmi4mpi.transport.local;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.rmi4mpi.transport.Bell;

/** The bell of a rank within a JVM. What it counts is under its lock. */
final class LocalBell implements Bell {
    private final List<LocalTransport> group;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition waiters = lock.newCondition();
    private final Condition clean = lock.newCondition();
    private int sleepingWaiters;
    private int rings;
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
    public void ring(int rank) {
        group.get(rank).localBell().ring(false);
    }

    @Override
    public void ringClean() {
        ring(true);
    }

    private void ring(boolean onlyClean) {
        lock.lock();
        try {
            rings++;
            (sleepingWaiters > 0 && !onlyClean ? waiters : clean).signal();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void sleep(int ringsBefore, boolean isClean, long nanoseconds) {
        lock.lock();
        try {
            sleepingWaiters += isClean ? 0 : 1;
            try {
                if (rings == ringsBefore) {
                    (isClean ? clean : waiters).await(nanoseconds, TimeUnit.NANOSECONDS);
                }
            } finally {
                sleepingWaiters -= isClean ? 0 : 1;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // whoever waits looks at it
        } finally {
            lock.unlock();
        }
    }

    @Override
    public boolean reachesAll() {
        return true;
    }
}

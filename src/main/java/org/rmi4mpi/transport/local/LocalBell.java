package org.rmi4mpi.transport.local;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.IntStream;
import org.rmi4mpi.transport.Bell;
import org.rmi4mpi.transport.Sleeper;

/** The bell of a rank within one JVM. The lock guards the beds. */
final class LocalBell implements Bell {
    private static final int KINDS = Sleeper.values().length;

    private final List<LocalTransport> group;
    private final ReentrantLock lock = new ReentrantLock();
    private final Bed[] beds = new Bed[KINDS];
    private final AtomicInteger stirs = new AtomicInteger();
    private final AtomicInteger sleepers = new AtomicInteger();
    private final AtomicInteger waiters = new AtomicInteger();
    private final AtomicInteger attendants = new AtomicInteger();

    /** The place where the threads of one kind sleep. */
    private static final class Bed {
        private final Condition rung;
        private int rings;
        private int sleeping;
        /** Sleeping threads that have been rung and have not woken yet. */
        private int waking;

        Bed(ReentrantLock lock) {
            rung = lock.newCondition();
        }
    }

    LocalBell(List<LocalTransport> group) {
        this.group = group;
        for (int i = 0; i < KINDS; i++) {
            beds[i] = new Bed(lock);
        }
    }

    private LocalBell of(int rank) {
        return group.get(rank).localBell();
    }

    @Override
    public boolean isAttended(int rank) {
        return of(rank).attendants.get() != 0;
    }

    @Override
    public void countAttendants(int more) {
        attendants.addAndGet(more);
    }

    @Override
    public int waiters(int rank) {
        return of(rank).waiters.get();
    }

    @Override
    public void countWaiters(int more) {
        waiters.addAndGet(more);
    }

    @Override
    public boolean hasSleepers(int rank) {
        return of(rank).sleepers.get() != 0;
    }

    @Override
    public void countSleepers(int more) {
        sleepers.addAndGet(more);
    }

    @Override
    public int rings(Sleeper sleeper) {
        lock.lock();
        try {
            return beds[sleeper.ordinal()].rings;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void ringCrew(int rank) {
        of(rank).ring(Sleeper.NEXT_LEADER, Sleeper.DEPUTY, Sleeper.WAITER);
    }

    @Override
    public void ringWaiter(int rank) {
        of(rank).ring(Sleeper.WAITER);
    }

    private void ring(Sleeper... inThisOrder) {
        lock.lock();
        try {
            for (Sleeper sleeper : inThisOrder) {
                Bed bed = beds[sleeper.ordinal()];
                bed.rings++;
                if (bed.sleeping > bed.waking) {
                    bed.waking++;
                    bed.rung.signal();
                    return;
                }
            }
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void stir(int rank) {
        of(rank).stirs.incrementAndGet();
        ringCrew(rank);
    }

    @Override
    public int stirs() {
        return stirs.get();
    }

    @Override
    public void sleep(int ringsBefore, Sleeper sleeper, long nanoseconds) {
        Bed bed = beds[sleeper.ordinal()];
        lock.lock();
        try {
            bed.sleeping++;
            if (bed.rings == ringsBefore) {
                bed.rung.await(nanoseconds, TimeUnit.NANOSECONDS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // The waiting code checks the interrupt flag.
        } finally {
            bed.sleeping--;
            bed.waking -= bed.waking > 0 ? 1 : 0;
            lock.unlock();
        }
    }

    @Override
    public void takeCore() {}

    @Override
    public int[] near() {
        return IntStream.range(0, group.size()).toArray();
    }

    @Override
    public boolean isNear(int rank) {
        return true;
    }

    @Override
    public boolean hasHeardFrom(int rank) {
        return false;
    }

    @Override
    public boolean reachesAll() {
        return true;
    }
}

package org.rmi4mpi.transport.mpi;

import org.rmi4mpi.bridge.Doorbells;
import org.rmi4mpi.transport.Bell;
import org.rmi4mpi.transport.Sleeper;

/** Adapts the node's shared-memory doorbells to {@link Bell}. */
final class MpiBell implements Bell {
    private final Doorbells doorbells;

    MpiBell(Doorbells doorbells) {
        this.doorbells = doorbells;
    }

    private static int kind(Sleeper sleeper) {
        return switch (sleeper) {
            case WAITER -> Doorbells.WAITER;
            case NEXT_LEADER -> Doorbells.NEXT_LEADER;
            case DEPUTY -> Doorbells.DEPUTY;
        };
    }

    @Override
    public boolean isAttended(int rank) {
        return doorbells.isAttended(rank);
    }

    @Override
    public void countAttendants(int more) {
        doorbells.countAttendants(more);
    }

    @Override
    public int waiters(int rank) {
        return doorbells.waiters(rank);
    }

    @Override
    public void countWaiters(int more) {
        doorbells.countWaiters(more);
    }

    @Override
    public boolean hasSleepers(int rank) {
        return doorbells.hasSleepers(rank);
    }

    @Override
    public void countSleepers(int more) {
        doorbells.countSleepers(more);
    }

    @Override
    public int rings(Sleeper sleeper) {
        return sleeper == Sleeper.WAITER ? doorbells.waiterRings() : doorbells.crewRings();
    }

    @Override
    public void ringCrew(int rank) {
        doorbells.ringCrew(rank);
    }

    @Override
    public void ringWaiter(int rank) {
        doorbells.ringWaiter(rank);
    }

    @Override
    public void stir(int rank) {
        doorbells.stir(rank);
        ringCrew(rank);
    }

    @Override
    public int stirs() {
        return doorbells.stirs();
    }

    @Override
    public void sleep(int rings, Sleeper sleeper, long nanoseconds) {
        doorbells.doze(rings, kind(sleeper), nanoseconds);
    }

    @Override
    public void takeCore() {
        doorbells.takeCore();
    }

    @Override
    public boolean reachesAll() {
        return doorbells.reachAll();
    }
}

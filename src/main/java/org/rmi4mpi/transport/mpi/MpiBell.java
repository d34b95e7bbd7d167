package org.rmi4mpi.transport.mpi;

import org.rmi4mpi.bridge.Doorbells;
import org.rmi4mpi.transport.Bell;

/** Adapts the node's shared-memory doorbells to {@link Bell}. */
final class MpiBell implements Bell {
    private final Doorbells doorbells;

    MpiBell(Doorbells doorbells) {
        this.doorbells = doorbells;
    }

    @Override
    public boolean isAsleep(int rank) {
        return doorbells.isAsleep(rank);
    }

    @Override
    public void setAsleep(boolean asleep) {
        doorbells.setAsleep(asleep);
    }

    @Override
    public int rings() {
        return doorbells.rings();
    }

    @Override
    public void ring(int rank, boolean clean) {
        doorbells.ring(rank, clean);
    }

    @Override
    public void countSleepers(int more) {
        doorbells.countSleepers(more);
    }

    @Override
    public boolean hasSleepers(int rank) {
        return doorbells.hasSleepers(rank);
    }

    @Override
    public void stir(int rank) {
        doorbells.stir(rank);
    }

    @Override
    public int stirs() {
        return doorbells.stirs();
    }

    @Override
    public void ringClean() {
        doorbells.ringClean();
    }

    @Override
    public void sleep(int rings, boolean clean, long nanoseconds) {
        doorbells.doze(rings, clean, nanoseconds);
    }

    @Override
    public boolean reachesAll() {
        return doorbells.reachAll();
    }
}

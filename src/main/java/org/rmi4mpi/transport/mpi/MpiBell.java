package org.rmi4mpi.transport.mpi;

import java.io.IOException;
import java.util.List;
import org.rmi4mpi.bridge.Doorbells;
import org.rmi4mpi.transport.Bell;
import org.rmi4mpi.transport.Sleeper;

/**
 * Rings the ranks of this node by shared memory, and those of other nodes by the network. The words of a rank on
 * another node cannot be read. Such a rank counts as asleep when a ring is due, and as attending otherwise.
 */
final class MpiBell implements Bell {
    private final Doorbells doorbells;
    private final int rank;
    /** Null where all ranks are on this node, or this node has no network. */
    private final FarBells far;

    MpiBell(Doorbells doorbells, int rank, int size) {
        this.doorbells = doorbells;
        this.rank = rank;
        far = doorbells.isReachedByAll() ? null : FarBells.open(size);
    }

    /** How ranks of other nodes ring this one, as text without spaces; empty where they cannot. */
    String address() {
        try {
            return far == null ? "" : far.address();
        } catch (IOException e) {
            return "";
        }
    }

    /** Begins to ring ranks of other nodes, and to be rung by them. */
    void reach(List<String> addresses) {
        if (far != null) {
            far.reach(addresses);
            far.listen(() -> ringCrew(rank), () -> stir(rank));
        }
    }

    /** Whether the host of another rank has failed, or cannot be reached. Waits for so long. False if unknown. */
    boolean isLost(int other, int limitMs) {
        return far != null && !doorbells.reaches(other) && far.isLost(other, limitMs);
    }

    void close() {
        if (far != null) {
            far.close();
        }
    }

    private boolean isDueFarAway(int other) {
        return far != null && !doorbells.reaches(other) && far.isDue(other);
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
        return doorbells.isAttended(rank) && !isDueFarAway(rank);
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
        return doorbells.hasSleepers(rank) || far != null && !doorbells.reaches(rank) && far.isStirDue(rank);
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
        if (far != null && !doorbells.reaches(rank)) {
            far.ring(rank);
        } else {
            doorbells.ringCrew(rank);
        }
    }

    @Override
    public void ringWaiter(int rank) {
        doorbells.ringWaiter(rank);
    }

    @Override
    public void stir(int rank) {
        if (far != null && !doorbells.reaches(rank)) {
            far.stir(rank);
        } else {
            doorbells.stir(rank);
            doorbells.ringCrew(rank);
        }
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
    public int[] near() {
        return doorbells.near();
    }

    @Override
    public boolean isNear(int other) {
        return doorbells.reaches(other);
    }

    @Override
    public boolean hasHeardFrom(int other) {
        return far != null && far.hasHeardFrom(other);
    }

    /** A frame has come from a rank. */
    void noteHeardFrom(int other) {
        if (far != null) {
            far.noteHeardFrom(other);
        }
    }

    @Override
    public boolean reachesAll() {
        return doorbells.isReachedByAll();
    }
}

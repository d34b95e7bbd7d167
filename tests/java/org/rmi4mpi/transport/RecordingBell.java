package org.rmi4mpi.transport;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The bell of rank 0 of two, which wakes nobody: it writes down what is asked of it, and does what the test wants while a
 * thread says that it sleeps, or does so.
 */
public final class RecordingBell implements Bell {
    public final List<String> events = new ArrayList<>();
    public int attendants;
    public int waiters;
    public int sleepers;
    public boolean otherIsAttended;
    public int otherWaiters;
    public boolean otherHasSleepers;
    public int rings;
    public int stirs;
    public Runnable whenItSleeps = () -> {};

    @Override
    public boolean isAttended(int rank) {
        return rank == 0 ? attendants > 0 : otherIsAttended;
    }

    @Override
    public void countAttendants(int more) {
        attendants += more;
        events.add("attendants " + attendants);
    }

    @Override
    public int waiters(int rank) {
        return rank == 0 ? waiters : otherWaiters;
    }

    @Override
    public void countWaiters(int more) {
        waiters += more;
        events.add("waiters " + waiters);
    }

    @Override
    public int rings(Sleeper sleeper) {
        return rings;
    }

    @Override
    public void ringCrew(int rank) {
        ring(rank, "crew");
    }

    @Override
    public void ringWaiter(int rank) {
        ring(rank, "waiter");
    }

    private void ring(int rank, String whom) {
        events.add("ring " + rank + " " + whom);
        rings += rank == 0 ? 1 : 0;
    }

    @Override
    public void countSleepers(int more) {
        sleepers += more;
        events.add("sleepers " + sleepers);
    }

    @Override
    public boolean hasSleepers(int rank) {
        return rank == 0 ? sleepers > 0 : otherHasSleepers;
    }

    @Override
    public void stir(int rank) {
        events.add("stir " + rank);
        stirs += rank == 0 ? 1 : 0;
    }

    @Override
    public int stirs() {
        return stirs;
    }

    @Override
    public void sleep(int ringsBefore, Sleeper sleeper, long nanoseconds) {
        events.add("sleep of " + sleeper);
        if (rings == ringsBefore) {
            whenItSleeps.run();
        }
    }

    @Override
    public void takeCore() {}

    @Override
    public int[] near() {
        return IntStream.range(0, 2).toArray();
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

package org.rmi4mpi.transport;

import java.util.ArrayList;
import java.util.List;

/**
 * The bell of rank 0 of two, which wakes nobody: it writes down what is asked of it, and does what the test wants while a
 * thread says that it sleeps, or does so.
 */
public final class RecordingBell implements Bell {
    public final List<String> events = new ArrayList<>();
    public boolean asleep;
    public boolean otherIsAsleep;
    public boolean otherHasSleepers;
    public int sleepers;
    public int rings;
    public int stirs;
    public Runnable whenItSleeps = () -> {};

    @Override
    public boolean isAsleep(int rank) {
        return rank == 0 ? asleep : otherIsAsleep;
    }

    @Override
    public void setAsleep(boolean sleeps) {
        asleep = sleeps;
        events.add(sleeps ? "asleep" : "awake");
    }

    @Override
    public int rings() {
        return rings;
    }

    @Override
    public void ring(int rank, boolean clean) {
        events.add("ring " + rank + (clean ? " crew" : " waiter"));
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
    public void ringClean() {
        ring(0, true);
    }

    @Override
    public void sleep(int ringsBefore, boolean clean, long nanoseconds) {
        events.add("sleep of " + (clean ? "crew" : "waiter"));
        if (rings == ringsBefore) {
            whenItSleeps.run();
        }
    }

    @Override
    public boolean reachesAll() {
        return true;
    }
}

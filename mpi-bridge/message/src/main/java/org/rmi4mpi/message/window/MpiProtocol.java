package org.rmi4mpi.message.window;

import java.lang.invoke.VarHandle;
import java.util.function.IntSupplier;
import java.util.stream.IntStream;
import org.rmi4mpi.bridge.Job;
import org.rmi4mpi.bridge.Meetings;
import org.rmi4mpi.bridge.Mpi;
import org.rmi4mpi.bridge.MpiWindows;
import org.rmi4mpi.bridge.NativeBuffer;
import org.rmi4mpi.bridge.RequestSlot;
import org.rmi4mpi.message.Communicator;
import org.rmi4mpi.message.collective.Pieces;

/** Synchronises a window of MPI. A thread that waits inside MPI wakes the other ranks meanwhile. */
final class MpiProtocol implements WindowProtocol {
    private final Communicator comm;
    private final long window;
    private final Stirring stirring = new Stirring();

    MpiProtocol(Communicator comm, long window) {
        this.comm = comm;
        this.window = window;
    }

    private int waitForAll(IntSupplier call) {
        return stirring.during(comm.worldRanks(), call);
    }

    private int waitFor(int rank, IntSupplier call) {
        return stirring.during(new int[] {comm.worldRanks()[rank]}, call);
    }

    @Override
    public int fence(int assertion) {
        return Meetings.together(comm.handle(), false, () -> waitForAll(() -> MpiWindows.fence(window, assertion)));
    }

    private int open(boolean post, int[] ranks, int assertion) {
        NativeBuffer list = NativeBuffer.of(ranks);
        try {
            return stirring.during(IntStream.of(ranks).map(rank -> comm.worldRanks()[rank]).toArray(),
                    () -> MpiWindows.open(window, post, ranks.length, list.address(), assertion));
        } finally {
            list.release();
        }
    }

    @Override
    public int start(int[] ranks, int assertion) {
        return open(false, ranks, assertion);
    }

    @Override
    public int complete() {
        int code = waitForAll(() -> MpiWindows.complete(window));
        Job.stirAll(comm.worldRanks());
        return code;
    }

    @Override
    public int post(int[] ranks, int assertion) {
        return open(true, ranks, assertion);
    }

    @Override
    public int await() {
        boolean[] isOver = new boolean[1];
        int[] code = new int[1];
        Job.progress().await(() -> {
            code[0] = test(isOver);
            return isOver[0] || code[0] != Mpi.SUCCESS;
        });
        return code[0];
    }

    @Override
    public int test(boolean[] isOver) {
        RequestSlot slot = RequestSlot.acquire();
        try {
            int code = MpiWindows.test(window, slot);
            isOver[0] = code == Mpi.SUCCESS && slot.isDone();
            return code;
        } finally {
            slot.release();
        }
    }

    @Override
    public int lock(int type, int rank, int assertion) {
        return waitFor(rank, () -> MpiWindows.lock(window, type, rank, assertion));
    }

    @Override
    public int unlock(int rank) {
        return waitFor(rank, () -> MpiWindows.unlock(window, rank));
    }

    @Override
    public int lockAll(int assertion) {
        return waitForAll(() -> MpiWindows.lockAll(window, assertion));
    }

    @Override
    public int unlockAll() {
        return waitForAll(() -> MpiWindows.unlockAll(window));
    }

    @Override
    public int flush(int rank, boolean local) {
        return waitFor(rank, () -> local ? MpiWindows.flushLocal(window, rank) : MpiWindows.flush(window, rank));
    }

    @Override
    public int flushAll(boolean local) {
        return waitForAll(() -> local ? MpiWindows.flushLocalAll(window) : MpiWindows.flushAll(window));
    }

    @Override
    public int sync() {
        VarHandle.fullFence();
        return MpiWindows.sync(window);
    }

    @Override
    public int free() {
        return Meetings.together(comm.handle(), false, () -> waitForAll(() -> MpiWindows.free(window)));
    }
}

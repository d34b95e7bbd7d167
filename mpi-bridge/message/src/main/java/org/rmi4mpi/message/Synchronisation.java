package org.rmi4mpi.message;

import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntSupplier;
import org.rmi4mpi.bridge.Job;
import org.rmi4mpi.bridge.Meetings;
import org.rmi4mpi.bridge.Mpi;
import org.rmi4mpi.bridge.MpiWindows;
import org.rmi4mpi.bridge.NativeBuffer;
import org.rmi4mpi.bridge.RequestSlot;

/**
 * The calls that synchronise the ranks of a {@link Window}. They open its memory for operations, and complete these. Remote
 * calls are served while a rank waits in one. Stateless. Source: MPI 3.1, 11.5.
 */
public final class Synchronisation {
    private Synchronisation() {}

    private static int[] worldRank(Window window, int rank) {
        return new int[] {window.comm().worldRanks()[rank]};
    }

    public static void fence(Window window, String call, int assertion) {
        window.live(call);
        window.epochs().checkFence(call);
        List<Transfers.Transfer> ended = window.transfers().takeAll();
        int code = Meetings.together(window.comm().handle(), false,
                () -> window.waitFor(window.comm().worldRanks(), () -> MpiWindows.fence(window.handle(), assertion)));
        if (code == Mpi.SUCCESS) {
            window.epochs().fenced((assertion & Constants.NO_SUCCEED) == 0);
        }
        Transfers.end(ended);
        window.check(call, code);
    }

    /** The ranks in the window of a group's members. */
    private static int[] ranksOf(Window window, String call, RankGroup group) {
        window.live(call);
        Check.argument(call, group != null, "group", "null", "a group");
        int[] all = group.worldRanks();
        int[] own = window.comm().worldRanks();
        return Arrays.stream(all).map(world -> {
            int rank = 0;
            while (rank < own.length && own[rank] != world) {
                rank++;
            }
            Check.argument(call, rank < own.length, "group", group,
                    "one of ranks of the window, " + Arrays.toString(own));
            return rank;
        }).toArray();
    }

    private static int open(Window window, int[] ranks, boolean post, int assertion) {
        NativeBuffer list = Pieces.ints(ranks);
        try {
            return MpiWindows.open(window.handle(), post, ranks.length, list.address(), assertion);
        } finally {
            list.release();
        }
    }

    public static void start(Window window, String call, RankGroup group, int assertion) {
        int[] ranks = ranksOf(window, call, group);
        window.epochs().start(call, ranks);
        int code = window.waitFor(group.worldRanks(), () -> open(window, ranks, false, assertion));
        if (code != Mpi.SUCCESS) {
            window.epochs().complete(call);
        }
        window.check(call, code);
    }

    public static void complete(Window window, String call) {
        window.live(call);
        window.epochs().complete(call);
        List<Transfers.Transfer> ended = window.transfers().takeAll();
        int code = window.waitFor(window.comm().worldRanks(), () -> MpiWindows.complete(window.handle()));
        Job.stirAll(window.comm().worldRanks());
        Transfers.end(ended);
        window.check(call, code);
    }

    public static void post(Window window, String call, RankGroup group, int assertion) {
        int[] ranks = ranksOf(window, call, group);
        window.epochs().post(call);
        int code = window.waitFor(group.worldRanks(), () -> open(window, ranks, true, assertion));
        if (code != Mpi.SUCCESS) {
            window.epochs().waited();
        }
        window.check(call, code);
    }

    /** Waits until all ranks of {@link #post} have called {@link #complete}. */
    public static void await(Window window, String call) {
        window.live(call);
        window.epochs().checkPosted(call);
        Job.progress().await(() -> isOver(window, call));
    }

    /** As {@link #await}, without waiting. */
    public static boolean test(Window window, String call) {
        window.live(call);
        window.epochs().checkPosted(call);
        return isOver(window, call);
    }

    private static boolean isOver(Window window, String call) {
        RequestSlot slot = RequestSlot.acquire();
        try {
            window.check(call, MpiWindows.test(window.handle(), slot));
            if (slot.isDone()) {
                window.epochs().waited();
            }
            return slot.isDone();
        } finally {
            slot.release();
        }
    }

    public static void lock(Window window, String call, int type, int rank, int assertion) {
        window.live(call);
        Check.argument(call, type == Constants.LOCK_SHARED || type == Constants.LOCK_EXCLUSIVE, "lockType", type,
                "MPI.LOCK_SHARED or MPI.LOCK_EXCLUSIVE");
        Check.rank(call, "rank", rank, window.comm().size());
        window.epochs().lock(call, rank);
        int code =
                window.waitFor(worldRank(window, rank), () -> MpiWindows.lock(window.handle(), type, rank, assertion));
        if (code != Mpi.SUCCESS) {
            window.epochs().unlock(call, rank);
        }
        window.check(call, code);
    }

    public static void unlock(Window window, String call, int rank) {
        window.live(call);
        Check.rank(call, "rank", rank, window.comm().size());
        window.epochs().unlock(call, rank);
        end(window, call, worldRank(window, rank), window.transfers().take(rank),
                () -> MpiWindows.unlock(window.handle(), rank));
    }

    public static void lockAll(Window window, String call, int assertion) {
        window.live(call);
        window.epochs().lockAll(call);
        int code = window.waitFor(window.comm().worldRanks(), () -> MpiWindows.lockAll(window.handle(), assertion));
        if (code != Mpi.SUCCESS) {
            window.epochs().unlockAll(call);
        }
        window.check(call, code);
    }

    public static void unlockAll(Window window, String call) {
        window.live(call);
        window.epochs().unlockAll(call);
        end(window, call, window.comm().worldRanks(), window.transfers().takeAll(),
                () -> MpiWindows.unlockAll(window.handle()));
    }

    /** Makes a call that completes transfers. */
    private static void end(Window window, String call, int[] worldRanks, List<Transfers.Transfer> ended,
            IntSupplier use) {
        int code = window.waitFor(worldRanks, use);
        Transfers.end(ended);
        window.check(call, code);
    }

    /** @param local whether to complete the operations at this rank only */
    public static void flush(Window window, String call, int rank, boolean local) {
        window.live(call);
        Check.rank(call, "targetRank", rank, window.comm().size());
        window.epochs().checkLocked(call, rank);
        if (window.isDirect()) {
            VarHandle.fullFence(); // each operation has ended when its call returned
            return;
        }
        end(window, call, worldRank(window, rank), window.transfers().take(rank),
                () -> local ? MpiWindows.flushLocal(window.handle(), rank) : MpiWindows.flush(window.handle(), rank));
    }

    /** As {@link #flush}, for all ranks. */
    public static void flushAll(Window window, String call, boolean local) {
        window.live(call);
        window.epochs().checkAnyLocked(call);
        end(window, call, window.comm().worldRanks(), window.transfers().takeAll(),
                () -> local ? MpiWindows.flushLocalAll(window.handle()) : MpiWindows.flushAll(window.handle()));
    }

    /** Makes the writes of other ranks visible at this rank, and those of this rank visible at the others. */
    public static void sync(Window window, String call) {
        window.live(call);
        window.epochs().checkAnyLocked(call);
        VarHandle.fullFence();
        window.check(call, MpiWindows.sync(window.handle()));
    }
}

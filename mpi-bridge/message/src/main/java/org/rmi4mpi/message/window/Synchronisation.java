package org.rmi4mpi.message.window;

import java.util.Arrays;
import java.util.List;
import org.rmi4mpi.bridge.Mpi;
import org.rmi4mpi.message.RankGroup;
import org.rmi4mpi.message.data.Check;
import org.rmi4mpi.message.data.Constants;

/**
 * The calls that synchronise the ranks of a {@link Window}: checks them, and leaves the work to the window's {@link
 * WindowProtocol}. They open its memory for operations, and complete these. Remote calls are served while a rank waits in
 * one. Stateless. Source: MPI 3.1, 11.5.
 */
public final class Synchronisation {
    private Synchronisation() {}

    public static void fence(Window window, String call, int assertion) {
        window.live(call);
        window.epochs().checkFence(call);
        List<Transfers.Transfer> ended = window.transfers().takeAll();
        int code = window.protocol().fence(assertion);
        if (code == Mpi.SUCCESS) {
            window.epochs().fenced((assertion & Constants.NO_SUCCEED) == 0);
        }
        end(window, call, ended, code);
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

    public static void start(Window window, String call, RankGroup group, int assertion) {
        int[] ranks = ranksOf(window, call, group);
        window.epochs().start(call, ranks);
        int code = window.protocol().start(ranks, assertion);
        if (code != Mpi.SUCCESS) {
            window.epochs().complete(call);
        }
        window.check(call, code);
    }

    public static void complete(Window window, String call) {
        window.live(call);
        window.epochs().complete(call);
        List<Transfers.Transfer> ended = window.transfers().takeAll();
        end(window, call, ended, window.protocol().complete());
    }

    public static void post(Window window, String call, RankGroup group, int assertion) {
        int[] ranks = ranksOf(window, call, group);
        window.epochs().post(call);
        int code = window.protocol().post(ranks, assertion);
        if (code != Mpi.SUCCESS) {
            window.epochs().waited();
        }
        window.check(call, code);
    }

    /** Waits until all ranks of {@link #post} have called {@link #complete}. */
    public static void await(Window window, String call) {
        window.live(call);
        window.epochs().checkPosted(call);
        window.check(call, window.protocol().await());
        window.epochs().waited();
    }

    /** Like {@link #await}, without waiting. */
    public static boolean test(Window window, String call) {
        window.live(call);
        window.epochs().checkPosted(call);
        boolean[] isOver = new boolean[1];
        window.check(call, window.protocol().test(isOver));
        if (isOver[0]) {
            window.epochs().waited();
        }
        return isOver[0];
    }

    public static void lock(Window window, String call, int type, int rank, int assertion) {
        window.live(call);
        Check.argument(call, type == Constants.LOCK_SHARED || type == Constants.LOCK_EXCLUSIVE, "lockType", type,
                "MPI.LOCK_SHARED or MPI.LOCK_EXCLUSIVE");
        Check.rank(call, "rank", rank, window.comm().size());
        window.epochs().lock(call, rank);
        int code = window.protocol().lock(type, rank, assertion);
        if (code != Mpi.SUCCESS) {
            window.epochs().unlock(call, rank);
        }
        window.check(call, code);
    }

    public static void unlock(Window window, String call, int rank) {
        window.live(call);
        Check.rank(call, "rank", rank, window.comm().size());
        window.epochs().unlock(call, rank);
        end(window, call, window.transfers().take(rank), window.protocol().unlock(rank));
    }

    public static void lockAll(Window window, String call, int assertion) {
        window.live(call);
        window.epochs().lockAll(call);
        int code = window.protocol().lockAll(assertion);
        if (code != Mpi.SUCCESS) {
            window.epochs().unlockAll(call);
        }
        window.check(call, code);
    }

    public static void unlockAll(Window window, String call) {
        window.live(call);
        window.epochs().unlockAll(call);
        end(window, call, window.transfers().takeAll(), window.protocol().unlockAll());
    }

    /** Ends transfers that a call has completed, which has returned the code. */
    private static void end(Window window, String call, List<Transfers.Transfer> ended, int code) {
        Transfers.end(ended);
        window.check(call, code);
    }

    /** @param local whether to complete the operations at this rank only */
    public static void flush(Window window, String call, int rank, boolean local) {
        window.live(call);
        Check.rank(call, "targetRank", rank, window.comm().size());
        window.epochs().checkLocked(call, rank);
        end(window, call, window.transfers().take(rank), window.protocol().flush(rank, local));
    }

    /** Like {@link #flush}, for all ranks. */
    public static void flushAll(Window window, String call, boolean local) {
        window.live(call);
        window.epochs().checkAnyLocked(call);
        end(window, call, window.transfers().takeAll(), window.protocol().flushAll(local));
    }

    /** Makes the writes of other ranks visible at this rank, and those of this rank visible at the others. */
    public static void sync(Window window, String call) {
        window.live(call);
        window.epochs().checkAnyLocked(call);
        window.check(call, window.protocol().sync());
    }
}

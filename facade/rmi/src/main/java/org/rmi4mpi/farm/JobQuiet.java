package org.rmi4mpi.farm;

import java.rmi.RemoteException;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.rmi4mpi.dispatch.Dispatcher;
import org.rmi4mpi.ref.ReferenceLayer;

/**
 * Waits until the whole job is quiet. A rank that is quiet may be stirred by a call of another one. So all ranks have to
 * be quiet twice, and must have sent nothing in between: what was sent before the first time has begun by then, and has
 * ended by the second (F. Mattern, Algorithms for distributed termination detection, 1987, section 4). Stateless.
 *
 * @hidden internal
 */
public final class JobQuiet {
    private static final long LONGEST_NS = TimeUnit.DAYS.toNanos(365);

    private JobQuiet() {}

    /**
     * See {@code Ranks.quiesce}.
     *
     * @return false if the time is over
     * @throws IllegalStateException in a remote method or a task, which would wait for itself
     */
    public static boolean await(long timeoutNs) throws RemoteException {
        checkThread("use Ranks.whenQuiet()");
        ReferenceLayer layer = ReferenceLayer.current();
        long deadline = System.nanoTime() + Math.min(timeoutNs, LONGEST_NS);
        long[] before = {};
        for (long[] sent = awaitAll(layer, deadline); !Arrays.equals(sent, before); sent = awaitAll(layer, deadline)) {
            if (sent[sent.length - 1] == RankQuiet.TIMEOUT) {
                return false;
            }
            before = sent;
        }
        return true;
    }

    /** @throws IllegalStateException if what this thread runs would wait for itself */
    static void checkThread(String remedy) {
        if (ReferenceLayer.callerRank() >= 0 || Worker.current() != null || Dispatcher.runsCurrentThread()) {
            throw new IllegalStateException(
                    "a remote method, a task, or what depends on a future would wait for itself: " + remedy);
        }
    }

    /** Waits until each rank has been quiet. Returns what they have sent; the last value is TIMEOUT if one is not quiet. */
    private static long[] awaitAll(ReferenceLayer layer, long deadline) throws RemoteException {
        long[] sent = new long[layer.size()];
        for (int rank = 0; rank < sent.length; rank++) {
            long restNs = Math.max(0, deadline - System.nanoTime());
            sent[rank] = rank == layer.rank() ? FarmService.ownProbe().awaitHere(restNs)
                    : FarmService.probe(layer, rank).await(restNs);
            if (sent[rank] == RankQuiet.TIMEOUT) {
                sent[sent.length - 1] = RankQuiet.TIMEOUT;
                return sent;
            }
        }
        return sent;
    }

    /** A future that completes, on a thread of its own, when the job is quiet. */
    public static CompletableFuture<Void> whenQuiet() {
        CompletableFuture<Void> quiet = new QuietFuture<>();
        Thread thread = new Thread(null, () -> {
            try {
                await(Long.MAX_VALUE);
                quiet.complete(null);
            } catch (Throwable e) { // whoever waits is told
                quiet.completeExceptionally(e);
            }
        }, "rmi4mpi-quiet", 0, false);
        thread.setDaemon(true);
        thread.start();
        return quiet;
    }
}

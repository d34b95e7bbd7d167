package org.rmi4mpi.launch;

import java.rmi.Remote;
import java.rmi.RemoteException;
import java.rmi.server.ExportException;
import java.util.Comparator;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.rmi4mpi.ref.ReferenceLayer;
import org.rmi4mpi.ref.Stubs;

/**
 * How much of its work each rank has done. A rank tells rank 0 a few times a second, and rank 0 shows the job's progress: at a
 * terminal in one line that is overwritten, otherwise in a line every ten seconds. Any thread may call.
 */
public final class JobProgress {
    private static final long OBJECT_ID = 14;
    private static final long STEP_NS = TimeUnit.MILLISECONDS.toNanos(200);
    private static final long LINE_STEP_NS = TimeUnit.SECONDS.toNanos(10);
    private static final double NS_PER_S = 1e9;

    private static final AtomicLong NEXT_NS = new AtomicLong(System.nanoTime());
    private static volatile Part own = new Part(0, 0);
    /** Null before the job has started. */
    private static volatile ReferenceLayer layer;
    /** The object of rank 0, or its stub; null before this rank tells something: most jobs do not. */
    private static volatile Board board;

    private JobProgress() {}

    /**
     * The work of a rank.
     *
     * @param of all of it; 0 if none has been told
     */
    public record Part(long done, long of) {
        double share() {
            return (double) done / of;
        }
    }

    /** Takes what the ranks have done. An object of rank 0. */
    interface Board extends Remote {
        void take(int rank, long done, long of) throws RemoteException;
    }

    /** Called when the rank starts. */
    static void export(ReferenceLayer ofRank) {
        if (ofRank.rank() == 0) {
            OwnBoard made = new OwnBoard(Options.TERMINAL.isSet());
            try {
                ofRank.export(OBJECT_ID, made);
            } catch (ExportException e) {
                throw new AssertionError("a rank starts its services once", e);
            }
            board = made;
        }
        layer = ofRank;
    }

    /** @throws IllegalStateException if the job has not started */
    private static Board board() {
        Board known = board;
        if (known == null) {
            ReferenceLayer from = layer;
            if (from == null) {
                throw new IllegalStateException(
                        "progress: the job has not been started: call Ranks.start(args) or MPI.Init(args)");
            }
            known = Stubs.oneWay((Board) Stubs.create(OwnBoard.class, from.reference(0, OBJECT_ID)));
            board = known;
        }
        return known;
    }

    /**
     * Tells how much of its work this rank has done.
     *
     * @param of 1 or more
     * @throws IllegalArgumentException if done is negative or more than all
     */
    public static void tell(long done, long of) {
        if (of < 1 || done < 0 || done > of) {
            throw new IllegalArgumentException("progress(" + done + ", " + of + ")"
                    + (layer == null ? "" : " at rank " + RankJob.rank())
                    + ": expected 0 <= done <= of, and of from 1");
        }
        Board to = board();
        own = new Part(done, of);
        long now = System.nanoTime();
        long next = NEXT_NS.get();
        if (now - next >= 0 && NEXT_NS.compareAndSet(next, now + STEP_NS) || done == of) {
            try {
                to.take(RankJob.rank(), done, of);
            } catch (RemoteException e) {
                // The work goes on without being shown.
            }
        }
    }

    /** What this rank has told last. */
    public static Part own() {
        return own;
    }

    /** The object of rank 0. */
    static final class OwnBoard implements Board {
        private final boolean isTerminal;
        private final Map<Integer, Part> parts = new TreeMap<>();
        private long beganAt;
        private long doneBefore;
        private long nextAt;
        private boolean hasBegun;
        /** Whether there is a line of work that has not ended. What is short has none. */
        private boolean isShown;

        OwnBoard(boolean isTerminal) {
            this.isTerminal = isTerminal;
        }

        @Override
        public synchronized void take(int rank, long done, long of) {
            long now = System.nanoTime();
            if (!hasBegun) {
                hasBegun = true;
                parts.clear();
                doneBefore = done;
                beganAt = now;
                nextAt = now + (isTerminal ? STEP_NS : LINE_STEP_NS);
            }
            parts.put(rank, new Part(done, of));
            boolean isDone = parts.values().stream().allMatch(part -> part.done == part.of);
            if (isDone && isShown || now - nextAt >= 0) {
                nextAt = now + (isTerminal ? STEP_NS : LINE_STEP_NS);
                isShown = !isDone;
                show(text((now - beganAt) / NS_PER_S), isDone);
            }
            hasBegun = !isDone; // The next work of the job begins anew.
        }

        private void show(String text, boolean isDone) {
            System.err.print(isTerminal ? "\r\033[K" + text + (isDone ? "\n" : "") : text + "\n");
            System.err.flush();
        }

        /** @param seconds since the first report */
        String text(double seconds) {
            double done = parts.values().stream().mapToLong(Part::done).sum();
            double of = parts.values().stream().mapToLong(Part::of).sum();
            double rate = seconds > 0 ? (done - doneBefore) / seconds : 0;
            Map.Entry<Integer, Part> slowest =
                    parts.entrySet().stream().min(Comparator.comparing(each -> each.getValue().share())).orElseThrow();
            String left =
                    done == of ? ", in " + time(seconds) : rate > 0 ? ", " + time((of - done) / rate) + " left" : "";
            return String.format(Locale.ROOT, "rmi4mpi: %.0f %%, %,.0f of %,.0f, %,.1f a second%s%s", 100 * done / of,
                    done,
                    of, rate, left, parts.size() < 2 || done == of ? ""
                            : String.format(Locale.ROOT, "; slowest rank %d: %.0f %%", slowest.getKey(),
                                    100 * slowest.getValue().share()));
        }

        private static String time(double seconds) {
            return seconds < 90 ? String.format(Locale.ROOT, "%.0f s", seconds)
                    : seconds < 5400 ? String.format(Locale.ROOT, "%.0f min", seconds / 60)
                    : String.format(Locale.ROOT, "%.1f h", seconds / 3600);
        }
    }
}

package org.rmi4mpi.message;

import java.lang.invoke.VarHandle;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntSupplier;
import java.util.stream.Collectors;
import org.rmi4mpi.bridge.Job;
import org.rmi4mpi.bridge.Meetings;
import org.rmi4mpi.bridge.Mpi;
import org.rmi4mpi.bridge.MpiDirect;
import org.rmi4mpi.bridge.MpiWindows;
import org.rmi4mpi.bridge.NativeBuffer;
import org.rmi4mpi.bridge.RequestSlot;

/**
 * Memory of each rank of a communicator that the others read and write: the calls that synchronise them. What is made between
 * them is in {@link OneSided}. The window keeps its memory reachable until it is freed, and that of operations until they are
 * complete. Any thread may call. Source: MPI 3.1, chapter 11.
 */
public final class Window {
    /** Those that were not freed. */
    private static final Set<Window> LIVE = ConcurrentHashMap.newKeySet();

    private final Communicator comm;
    private final Buffer memory;
    private final Reach reach;
    private final Attributes attributes = new Attributes();
    private final Epochs epochs;
    private final Transfers transfers;
    private final boolean isDirect;
    /** Of each rank's memory, in this process; null where it is not mapped. */
    private final long[] addresses;
    private final Stirring stirring = new Stirring();
    private volatile Hints hints;
    private volatile String name = "";
    private volatile long handle;

    /**
     * What is known of the memory of each rank.
     *
     * @param sizes in bytes
     * @param units of displacements, in bytes
     * @param shared of each rank; null where the program has not asked for it
     * @param mapped of each rank, in this process; null where it is not
     * @param attachments of this rank; null in a window that is not dynamic
     * @param table the window over the attachments of each rank
     */
    record Reach(long[] sizes, int[] units, ByteBuffer[] shared, ByteBuffer[] mapped, Attachments attachments,
            Window table) {}

    Window(Communicator comm, long handle, Buffer memory, Reach reach, Hints hints) {
        this.comm = comm;
        this.handle = handle;
        this.memory = memory;
        this.reach = reach;
        this.hints = hints;
        this.epochs = new Epochs(!hints.has("no_locks", "true"));
        this.transfers = new Transfers(comm.size());
        this.isDirect = MpiWindows.isDirect(handle);
        this.addresses =
                reach.mapped == null ? null : Arrays.stream(reach.mapped).mapToLong(Mpi::address).toArray();
    }

    /** Is named at the end of the job, if it is not freed. */
    Window told() {
        LIVE.add(this);
        LiveHandles.made("window", this);
        return this;
    }

    /** Tells which windows were not freed. */
    public static void tellForgotten() {
        if (!LIVE.isEmpty() && !Strict.IS_ON) { // which tells where they were made
            System.err.println("rmi4mpi: rank " + Job.rank() + " of " + Job.size() + " has not freed " + LIVE.size()
                    + (LIVE.size() == 1 ? " window" : " windows") + LIVE.stream().map(w -> w.name)
                            .filter(n -> !n.isEmpty()).sorted().collect(Collectors.joining(", ", " ", ""))
                            .stripTrailing()
                    + ": call Win.free at every rank");
        }
    }

    long handle() {
        return handle;
    }

    Reach reach() {
        return reach;
    }

    /** Of a rank's mapped memory. */
    long address(int rank) {
        return addresses[rank];
    }

    Epochs epochs() {
        return epochs;
    }

    Transfers transfers() {
        return transfers;
    }

    /** Whether an operation has ended when it has been made. */
    boolean isDirect() {
        return isDirect;
    }

    public Communicator comm() {
        return comm;
    }

    public Attributes attributes() {
        return attributes;
    }

    public String name() {
        return name;
    }

    public void name(String name) {
        this.name = name;
    }

    /** Whether it was freed. */
    public boolean isNull() {
        return handle == 0;
    }

    /** What the window is over; null in a dynamic one. */
    public Buffer memory() {
        return memory;
    }

    /** In bytes. */
    public long size() {
        return reach.sizes[comm.rank()];
    }

    /** In bytes. */
    public int unit() {
        return reach.units[comm.rank()];
    }

    /** The memory of a rank, of a window whose ranks share it. */
    public ByteBuffer shared(String call, int rank) {
        live(call);
        Check.rank(call, "targetRank", rank, comm.size());
        Check.argument(call, reach.shared != null, "window", "one whose memory is not shared",
                "one of FLAVOR_SHARED that was made without a buffer");
        return reach.shared[rank].duplicate().order(reach.shared[rank].order());
    }

    public Hints hints(String call) {
        live(call);
        return hints.copy();
    }

    /** MPI need not heed them, and none is known that a window does once it is made. */
    public void hints(String call, Hints hints) {
        live(call);
        this.hints = hints == null ? new Hints() : hints.copy();
    }

    /** @throws MessageException where the window was freed, or MPI does not run */
    public void live(String call) {
        Check.running(call);
        Check.argument(call, handle != 0, "window", "freed", "one that was not freed");
    }

    private Attachments attachments(String call) {
        live(call);
        Check.argument(call, reach.attachments != null, "window", "one that is not dynamic", "a dynamic one");
        return reach.attachments;
    }

    /** @param size in elements of the buffer */
    public void attach(String call, Buffer base, int size) {
        Attachments own = attachments(call);
        Check.argument(call, base != null, "base", "null", "a direct buffer");
        long bytes = WindowMaker.checkMemory(call, base, size);
        Check.argument(call, bytes > 0, "size", size, "1 or more");
        long address = Mpi.address(base);
        own.add(call, base, address, bytes);
        int code = MpiWindows.attach(handle, address, bytes);
        if (code != Mpi.SUCCESS) {
            own.remove(call, base);
        }
        check(call, code);
    }

    public void detach(String call, Buffer base) {
        Attachments own = attachments(call);
        check(call, MpiWindows.detach(handle, own.check(call, base)));
        own.remove(call, base);
    }

    /** Where an attached buffer begins, in bytes. */
    public int displacement(String call, Buffer base) {
        return attachments(call).displacement(call, base);
    }

    /** Does what the window's error handler does. */
    void check(String call, int code) {
        try {
            Check.code(call, code);
        } catch (MessageException e) {
            throw comm.raised(e);
        }
    }

    /** Makes a call that waits for ranks. */
    private int waitFor(int[] worldRanks, IntSupplier call) {
        return isDirect ? call.getAsInt() : stirring.during(worldRanks, call);
    }

    private int[] worldRank(int rank) {
        return new int[] {comm.worldRanks()[rank]};
    }

    public void fence(String call, int assertion) {
        live(call);
        epochs.checkFence(call);
        List<Transfers.Transfer> ended = transfers.takeAll();
        int code = Meetings.together(comm.handle(), false,
                () -> waitFor(comm.worldRanks(), () -> MpiWindows.fence(handle, assertion)));
        if (code == Mpi.SUCCESS) {
            epochs.fenced((assertion & Constants.NO_SUCCEED) == 0);
        }
        Transfers.end(ended);
        check(call, code);
    }

    /** Ranks of a group in this window. */
    private int[] ranksOf(String call, RankGroup group) {
        live(call);
        Check.argument(call, group != null, "group", "null", "a group");
        int[] all = group.worldRanks();
        int[] own = comm.worldRanks();
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

    private int open(int[] ranks, boolean post, int assertion) {
        NativeBuffer list = Pieces.ints(ranks);
        try {
            return MpiWindows.open(handle, post, ranks.length, list.address(), assertion);
        } finally {
            list.release();
        }
    }

    public void start(String call, RankGroup group, int assertion) {
        int[] ranks = ranksOf(call, group);
        epochs.start(call, ranks);
        int code = waitFor(group.worldRanks(), () -> open(ranks, false, assertion));
        if (code != Mpi.SUCCESS) {
            epochs.complete(call);
        }
        check(call, code);
    }

    public void complete(String call) {
        live(call);
        epochs.complete(call);
        List<Transfers.Transfer> ended = transfers.takeAll();
        int code = waitFor(comm.worldRanks(), () -> MpiWindows.complete(handle));
        Job.stirAll(comm.worldRanks());
        Transfers.end(ended);
        check(call, code);
    }

    public void post(String call, RankGroup group, int assertion) {
        int[] ranks = ranksOf(call, group);
        epochs.post(call);
        int code = waitFor(group.worldRanks(), () -> open(ranks, true, assertion));
        if (code != Mpi.SUCCESS) {
            epochs.waited();
        }
        check(call, code);
    }

    /** Returns when all that the window was opened to have completed. */
    public void await(String call) {
        live(call);
        epochs.checkPosted(call);
        Job.progress().await(() -> isOver(call));
    }

    /** As {@link #await}, without waiting. */
    public boolean test(String call) {
        live(call);
        epochs.checkPosted(call);
        return isOver(call);
    }

    private boolean isOver(String call) {
        RequestSlot slot = RequestSlot.acquire();
        try {
            check(call, MpiWindows.test(handle, slot));
            if (slot.isDone()) {
                epochs.waited();
            }
            return slot.isDone();
        } finally {
            slot.release();
        }
    }

    public void lock(String call, int type, int rank, int assertion) {
        live(call);
        Check.argument(call, type == Constants.LOCK_SHARED || type == Constants.LOCK_EXCLUSIVE, "lockType", type,
                "MPI.LOCK_SHARED or MPI.LOCK_EXCLUSIVE");
        Check.rank(call, "rank", rank, comm.size());
        epochs.lock(call, rank);
        int code = waitFor(worldRank(rank), () -> MpiWindows.lock(handle, type, rank, assertion));
        if (code != Mpi.SUCCESS) {
            epochs.unlock(call, rank);
        }
        check(call, code);
    }

    public void unlock(String call, int rank) {
        live(call);
        Check.rank(call, "rank", rank, comm.size());
        epochs.unlock(call, rank);
        end(call, worldRank(rank), transfers.take(rank), () -> MpiWindows.unlock(handle, rank));
    }

    public void lockAll(String call, int assertion) {
        live(call);
        epochs.lockAll(call);
        int code = waitFor(comm.worldRanks(), () -> MpiWindows.lockAll(handle, assertion));
        if (code != Mpi.SUCCESS) {
            epochs.unlockAll(call);
        }
        check(call, code);
    }

    public void unlockAll(String call) {
        live(call);
        epochs.unlockAll(call);
        end(call, comm.worldRanks(), transfers.takeAll(), () -> MpiWindows.unlockAll(handle));
    }

    /** Makes a call after which these transfers are complete. */
    private void end(String call, int[] worldRanks, List<Transfers.Transfer> ended, IntSupplier use) {
        int code = waitFor(worldRanks, use);
        Transfers.end(ended);
        check(call, code);
    }

    /** @param local whether the buffers of this rank are enough */
    public void flush(String call, int rank, boolean local) {
        live(call);
        Check.rank(call, "targetRank", rank, comm.size());
        epochs.checkLocked(call, rank);
        if (isDirect) {
            VarHandle.fullFence(); // operations have ended when they were made
            return;
        }
        end(call, worldRank(rank), transfers.take(rank),
                () -> local ? MpiWindows.flushLocal(handle, rank) : MpiWindows.flush(handle, rank));
    }

    /** As {@link #flush}, for all ranks. */
    public void flushAll(String call, boolean local) {
        live(call);
        epochs.checkAnyLocked(call);
        end(call, comm.worldRanks(), transfers.takeAll(),
                () -> local ? MpiWindows.flushLocalAll(handle) : MpiWindows.flushAll(handle));
    }

    /** Makes what other ranks have written visible here, and what this one has written there. */
    public void sync(String call) {
        live(call);
        epochs.checkAnyLocked(call);
        VarHandle.fullFence();
        check(call, MpiWindows.sync(handle));
    }

    /** Frees the window; every rank must call it. */
    public void free(String call) {
        live(call);
        epochs.checkEnd(call);
        if (reach.table != null) {
            reach.table.end(call);
        }
        end(call);
        LIVE.remove(this);
        LiveHandles.freed(this);
        CommunicatorMaker.free(comm, call);
    }

    private void end(String call) {
        List<Transfers.Transfer> ended = transfers.takeAll();
        long freed = handle;
        int code = Meetings.together(comm.handle(), false,
                () -> waitFor(comm.worldRanks(), () -> MpiWindows.free(freed)));
        handle = 0;
        Transfers.end(ended);
        check(call, code);
        if (addresses != null && size() > 0) {
            MpiDirect.drop(addresses[comm.rank()], size()); // the buffers may be collected much later
        }
    }
}

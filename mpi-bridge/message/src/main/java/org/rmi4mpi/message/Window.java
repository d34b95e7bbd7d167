package org.rmi4mpi.message;

import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntSupplier;
import java.util.stream.Collectors;
import org.rmi4mpi.bridge.Job;
import org.rmi4mpi.bridge.Meetings;
import org.rmi4mpi.bridge.Mpi;
import org.rmi4mpi.bridge.MpiDirect;
import org.rmi4mpi.bridge.MpiWindows;

/**
 * Memory of each rank of a communicator that the other ranks read and write. {@link OneSided} has the operations, and
 * {@link Synchronisation} has the calls between which they are made. The window keeps its memory reachable until it is freed,
 * and the buffers of operations until these are complete. Any thread may call. Source: MPI 3.1, chapter 11.
 */
public final class Window {
    /** The windows that were not freed. */
    private static final Set<Window> LIVE = ConcurrentHashMap.newKeySet();
    /** The number of windows that were made. */
    private static final AtomicLong MADE = new AtomicLong();

    private final long number = MADE.incrementAndGet();
    private final Communicator comm;
    private final Buffer memory;
    private final Reach reach;
    private final Attributes attributes = new Attributes();
    private final Epochs epochs;
    private final Transfers transfers;
    private final boolean isDirect;
    /** The addresses of each rank's memory in this process; null where it is not mapped. */
    private final long[] addresses;
    private final Stirring stirring = new Stirring();
    private volatile Hints hints;
    private volatile String name = "";
    private volatile long handle;
    /** Whether a thread frees it, or has freed it. */
    private final AtomicBoolean isBeingFreed = new AtomicBoolean();

    /**
     * The memory of each rank, as this rank can reach it.
     *
     * @param sizes in bytes
     * @param units of displacements, in bytes
     * @param shared memory of each rank; null where the window does not have FLAVOR_SHARED
     * @param mapped memory of each rank in this process; null where it is not mapped
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

    /** Registers the window: the end of the job names it if it was not freed. */
    Window told() {
        LIVE.add(this);
        LiveHandles.made("window", this);
        return this;
    }

    /** Tells which windows were not freed. */
    public static void tellForgotten() {
        if (!LIVE.isEmpty() && !Strict.IS_ON) { // strict mode tells where they were made
            System.err.println("rmi4mpi: rank " + Job.rank() + " of " + Job.size() + " has not freed " + LIVE.size()
                    + (LIVE.size() == 1 ? " window" : " windows") + LIVE.stream().map(w -> w.name)
                            .filter(n -> !n.isEmpty()).sorted().collect(Collectors.joining(", ", " ", ""))
                            .stripTrailing()
                    + ": call Win.free at every rank");
        }
    }

    /**
     * Frees the windows that were not freed, where MPI cannot end with them. All ranks of a window come here with it, since
     * a free waits for all, and have made their windows in one order.
     */
    public static void freeForgotten(String call) {
        if (!LIVE.isEmpty() && MpiWindows.haveToBeFreed()) {
            LIVE.stream()
                    .filter(window -> !window.comm.isMixed())
                    .sorted(Comparator.comparingLong(window -> window.number))
                    .forEach(window -> window.freeForgottenOne(call));
        }
    }

    /** Frees the window, unless an epoch is open at one of its ranks. */
    private void freeForgottenOne(String call) {
        byte[] own = {(byte) (epochs.areEnded() ? 1 : 0)};
        byte[][] all = ByteExchange.of(null, comm, call, null).allgather(() -> own).get();
        if (Arrays.stream(all).allMatch(each -> each[0] == 1) && isBeingFreed.compareAndSet(false, true)) {
            endAll(call);
        }
    }

    /**
     * MPI's handle.
     *
     * @throws MessageException where it was freed: MPI sees no such handle
     */
    long handle() {
        long live = handle;
        Check.live("handle", live != 0, "window", name);
        return live;
    }

    Reach reach() {
        return reach;
    }

    /** The address of a rank's mapped memory. */
    long address(int rank) {
        return addresses[rank];
    }

    Epochs epochs() {
        return epochs;
    }

    Transfers transfers() {
        return transfers;
    }

    /** Whether an operation has ended when its call returns. */
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

    /** The memory of this rank; null in a dynamic window. */
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

    /** The memory of a rank, in a window of shared memory. */
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

    /** Sets hints. MPI may ignore them, and no MPI is known that heeds them in an existing window. */
    public void hints(String call, Hints hints) {
        live(call);
        this.hints = hints == null ? new Hints() : hints.copy();
    }

    /** @throws MessageException where the window was freed, or MPI does not run */
    public void live(String call) {
        Check.running(call);
        Check.live(call, handle != 0, "window", name);
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

    /** The displacement at which an attached buffer begins, in bytes. */
    public int displacement(String call, Buffer base) {
        return attachments(call).displacement(call, base);
    }

    /** Handles an error code by the window's error handler. */
    void check(String call, int code) {
        try {
            Check.code(call, code);
        } catch (MessageException e) {
            throw comm.raised(e);
        }
    }

    /** Makes a call that waits for other ranks, and wakes them meanwhile. */
    int waitFor(int[] worldRanks, IntSupplier call) {
        return isDirect ? call.getAsInt() : stirring.during(worldRanks, call);
    }

    /** Frees the window; every rank must call it. */
    public void free(String call) {
        Check.running(call);
        Check.freedOnce(call, isBeingFreed.compareAndSet(false, true) && handle != 0, "window", name);
        try {
            epochs.checkEnd(call);
            endAll(call);
            LIVE.remove(this);
            LiveHandles.freed(this);
            CommunicatorMaker.free(comm, call);
        } finally {
            isBeingFreed.set(handle == 0);
        }
    }

    private void endAll(String call) {
        if (reach.table != null) {
            reach.table.end(call);
        }
        end(call);
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
            MpiDirect.drop(addresses[comm.rank()], size()); // the JVM may unmap the memory much later
        }
    }
}

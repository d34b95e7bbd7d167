package org.rmi4mpi.message.window;

import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.rmi4mpi.bridge.Job;
import org.rmi4mpi.bridge.Mpi;
import org.rmi4mpi.bridge.MpiWindows;
import org.rmi4mpi.message.Attributes;
import org.rmi4mpi.message.Communicator;
import org.rmi4mpi.message.CommunicatorMaker;
import org.rmi4mpi.message.Hints;
import org.rmi4mpi.message.LiveHandles;
import org.rmi4mpi.message.Strict;
import org.rmi4mpi.message.collective.ByteExchange;
import org.rmi4mpi.message.data.Check;
import org.rmi4mpi.message.data.MessageException;

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
    private final WindowProtocol protocol;
    /** Null where MPI makes the window. */
    private final NodeProtocol node;
    private volatile Hints hints;
    private volatile String name = "";
    /** MPI's handle; 0 where MPI does not make the window. */
    private final long handle;
    private volatile boolean isNull;
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

    /** @param node null where MPI makes the window */
    Window(Communicator comm, long handle, NodeProtocol node, Buffer memory, Reach reach, Hints hints) {
        this.comm = comm;
        this.handle = handle;
        this.node = node;
        this.protocol = node != null ? node : new MpiProtocol(comm, handle);
        this.memory = memory;
        this.reach = reach;
        this.hints = hints == null ? new Hints() : hints.copy();
        this.epochs = new Epochs(!this.hints.has("no_locks", "true"));
        this.transfers = new Transfers(comm.size());
    }

    /** Registers the window: the end of the job names it if it was not freed. */
    Window told() {
        LIVE.add(this);
        LiveHandles.add("window", this);
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
        Check.live("handle", !isNull, "window", name);
        return handle;
    }

    Reach reach() {
        return reach;
    }

    Epochs epochs() {
        return epochs;
    }

    Transfers transfers() {
        return transfers;
    }

    WindowProtocol protocol() {
        return protocol;
    }

    /** How the ranks of one node reach the window without MPI; null where MPI makes it. An operation then ends with its call. */
    NodeProtocol node() {
        return node;
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
        return isNull;
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
        Check.live(call, !isNull, "window", name);
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
        int code = node != null ? Mpi.SUCCESS : MpiWindows.attach(handle, address, bytes);
        if (code != Mpi.SUCCESS) {
            own.remove(call, base);
        }
        check(call, code);
    }

    public void detach(String call, Buffer base) {
        Attachments own = attachments(call);
        long address = own.check(call, base);
        check(call, node != null ? Mpi.SUCCESS : MpiWindows.detach(handle, address));
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

    /** Frees the window; every rank must call it. */
    public void free(String call) {
        Check.running(call);
        Check.freedOnce(call, isBeingFreed.compareAndSet(false, true) && !isNull, "window", name);
        try {
            epochs.checkEnd(call);
            endAll(call);
            LIVE.remove(this);
            LiveHandles.remove(this);
            CommunicatorMaker.free(comm, call);
        } finally {
            isBeingFreed.set(isNull);
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
        int code = protocol.free();
        isNull = true;
        Transfers.end(ended);
        check(call, code);
    }
}

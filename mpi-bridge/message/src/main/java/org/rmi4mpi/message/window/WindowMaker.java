package org.rmi4mpi.message.window;

import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.DoubleBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.UUID;
import org.rmi4mpi.bridge.Job;
import org.rmi4mpi.bridge.Meetings;
import org.rmi4mpi.bridge.Mpi;
import org.rmi4mpi.bridge.MpiWindows;
import org.rmi4mpi.bridge.NativeBuffer;
import org.rmi4mpi.bridge.RequestSlot;
import org.rmi4mpi.message.Communicator;
import org.rmi4mpi.message.CommunicatorMaker;
import org.rmi4mpi.message.Hints;
import org.rmi4mpi.message.collective.ByteExchange;
import org.rmi4mpi.message.collective.SharedMemory;
import org.rmi4mpi.message.data.Check;
import org.rmi4mpi.message.data.MessageException;

/**
 * Makes windows. The ranks first exchange their arguments. So all ranks fail where an argument of one rank is wrong,
 * and each rank knows the sizes at the others. Stateless.
 */
public final class WindowMaker {
    private static final int WRONG = -1;
    private static final String CALL = "Win";

    /** Whether MPI has refused to make a window of ranks of this node. Then it is not asked again where it has refused all. */
    private static volatile boolean isRefused;

    private static final int LONGS = 6;

    /** The kind of memory of a window. */
    public enum Kind {
        /** A buffer of the program, or new memory. If all ranks want new memory and are on one node, they share it. */
        OWN,
        /** Memory that the ranks of a node share. */
        SHARED,
        /** Memory that is attached later. */
        DYNAMIC
    }

    private WindowMaker() {}

    /** The arguments of a rank. */
    private record Part(Kind kind, long bytes, int unit, Buffer memory) {
        /** Whether the rank wants new memory. */
        boolean isMade() {
            return memory == null && kind != Kind.DYNAMIC;
        }

        /** What the other ranks are told, {@link #LONGS} longs. The last one stands for the node. */
        long[] told() {
            byte[] host = Job.host().getBytes(StandardCharsets.UTF_8);
            return new long[] {bytes, unit, kind.ordinal(), isMade() ? 1 : 0, isRefused ? 1 : 0,
                UUID.nameUUIDFromBytes(host).getMostSignificantBits()};
        }
    }

    /** Bytes of an element of a buffer. */
    private static int elementSize(Buffer buffer) {
        if (buffer == null || buffer instanceof ByteBuffer) {
            return 1;
        } else if (buffer instanceof CharBuffer || buffer instanceof ShortBuffer) {
            return Short.BYTES;
        }
        return buffer instanceof LongBuffer || buffer instanceof DoubleBuffer ? Long.BYTES : Integer.BYTES;
    }

    /**
     * The bytes of some elements of a buffer.
     *
     * @throws MessageException where the buffer is shorter, or cannot be used
     */
    static long checkMemory(String call, Buffer base, int size) {
        Check.argument(call, size >= 0, "size", size, "0 or more");
        Check.argument(call, base == null || base.isDirect() && !base.isReadOnly(), "base",
                base == null ? null
                        : base.getClass().getTypeName() + (base.isDirect() ? ", read-only" : ", not direct"),
                "a direct buffer that can be written, as MPI.newByteBuffer and the like make it");
        Check.argument(call, base == null || size <= base.limit(), "size", size,
                "at most the length of base, " + (base == null ? 0 : base.limit()));
        return (long) size * elementSize(base);
    }

    private static Part part(Kind kind, Buffer base, int size, int unit) {
        if (kind == Kind.DYNAMIC) {
            return new Part(kind, 0, 1, null);
        }
        long bytes = checkMemory(CALL, base, size);
        Check.argument(CALL, unit > 0 && (long) unit * elementSize(base) <= Integer.MAX_VALUE, "dispUnit", unit,
                "1 or more");
        return new Part(base == null ? kind : Kind.OWN, bytes, unit * elementSize(base), base);
    }

    /** Allocates memory of this rank only. Throws at every rank where one rank has no memory. */
    private static Buffer allocated(Communicator comm, long bytes) {
        ByteBuffer[] made = new ByteBuffer[1];
        OutOfMemoryError[] failure = new OutOfMemoryError[1];
        try {
            made[0] = ByteBuffer.allocateDirect((int) bytes).order(ByteOrder.nativeOrder());
        } catch (OutOfMemoryError e) {
            failure[0] = e;
        }
        byte[][] all = ByteExchange.of(null, comm, CALL, null)
                .allgather(() -> new byte[] {(byte) (made[0] == null ? 1 : 0)}).get();
        for (int i = 0; i < all.length; i++) {
            if (failure[0] != null || all[i][0] != 0) {
                throw Check.failure(
                        CALL + ": no direct memory for " + (failure[0] == null ? "the window" : bytes + " bytes")
                                + " at rank " + (failure[0] == null ? i : comm.rank()) + " of the window"
                                + (failure[0] == null ? "" : ": " + failure[0].getMessage())
                                + Check.at("raise -XX:MaxDirectMemorySize"),
                        failure[0]);
            }
        }
        return made[0];
    }

    /**
     * Makes a window; every rank of the communicator must call this.
     *
     * @param base null for new memory
     * @param size in elements of the buffer; in bytes where there is none
     * @param unit of displacements, in the unit of the size
     */
    public static Window make(Communicator comm, Kind kind, Buffer base, int size, int unit, Hints hints) {
        comm.locate(CALL);
        Check.notSurviving(CALL);
        Check.argument(CALL, !comm.isInter() && !comm.isMixed(), "communicator",
                comm.isInter() ? "an inter-communicator" : "one with ranks of other languages",
                "one group of Java ranks");
        Communicator own = CommunicatorMaker.dup(comm, CALL);
        own.locate(CALL);
        own.setFatal(false);
        try {
            return make(own, checked(own, kind, base, size, unit), hints);
        } catch (MessageException e) {
            if (!own.isNull()) {
                CommunicatorMaker.free(own, CALL);
            }
            throw comm.raised(e);
        }
    }

    /**
     * Like {@link #make}, but also makes new memory where the buffer is too short: programs give such a buffer to tell
     * its type.
     */
    public static Window makeFitting(Communicator comm, Kind kind, Buffer base, int size, int unit, Hints hints) {
        boolean isTold = base != null && base.limit() < size;
        int elementSize = elementSize(base);
        boolean fits = (long) size * elementSize <= Integer.MAX_VALUE && (long) unit * elementSize <= Integer.MAX_VALUE;
        return isTold && fits
                ? make(comm, kind, null, size * elementSize, unit * elementSize, hints)
                : make(comm, kind, base, size, unit, hints);
    }

    /**
     * @param made number of ranks that want new memory
     * @param refused number of ranks which MPI has refused a window of this node
     */
    private record Plan(Part own, long[] sizes, int[] units, boolean isOneNode, int made, int refused) {
        /** Whether MPI is asked to make the window. */
        boolean asksMpi() {
            return !isOneNode || refused < sizes.length;
        }
    }

    private static Plan checked(Communicator comm, Kind kind, Buffer base, int size, int unit) {
        MessageException wrong = null;
        Part own;
        try {
            own = part(kind, base, size, unit);
        } catch (MessageException e) {
            wrong = e;
            own = new Part(kind, WRONG, 1, null);
        }
        long[] all = Meetings.allgather(comm.handle(), comm.size(), own.told());
        if (wrong != null) {
            throw wrong;
        }
        long[] sizes = new long[comm.size()];
        int[] units = new int[comm.size()];
        boolean oneNode = true;
        int made = 0;
        int refused = 0;
        LongBuffer told = LongBuffer.wrap(all);
        for (int i = 0; i < sizes.length; i++) {
            sizes[i] = told.get();
            units[i] = (int) told.get();
            Check.argument(CALL, sizes[i] != WRONG, "size or dispUnit of rank " + i, "wrong",
                    "correct ones: see the exception at that rank");
            Kind other = Kind.values()[(int) told.get()];
            Check.argument(CALL, other == own.kind, "kind of window at rank " + i, other, own.kind + " as here");
            made += told.get();
            refused += told.get();
            oneNode &= told.get() == all[LONGS - 1];
        }
        Check.argument(CALL, own.kind != Kind.SHARED || oneNode, "communicator", "one of several nodes",
                "one of a node, as splitType(MPI.COMM_TYPE_SHARED, ...) makes it, for shared memory");
        return new Plan(own, sizes, units, oneNode, made, refused);
    }

    private static Window make(Communicator comm, Plan plan, Hints hints) {
        boolean isShared = plan.own.kind == Kind.SHARED;
        SharedMemory shared = new SharedMemory(comm, CALL, plan.sizes, NodeProtocol.bytes(comm.size()));
        boolean isMapped = (isShared || plan.made == comm.size() && plan.isOneNode) && shared.make(isShared);
        if (isMapped) {
            ByteBuffer[] parts = shared.parts();
            long[] addresses = Arrays.stream(parts).mapToLong(Mpi::address).toArray();
            return new Window(comm, 0, new NodeProtocol(comm, shared, addresses), parts[comm.rank()],
                    new Window.Reach(plan.sizes, plan.units, isShared ? parts : null, parts, null, null), hints).told();
        } else if (isShared) {
            throw shared.failure();
        }
        Buffer memory = plan.own.memory;
        if (plan.made > 0) {
            Buffer made = allocated(comm, plan.own.isMade() ? plan.own.bytes : 0);
            memory = plan.own.isMade() ? made : memory;
        }
        Attachments attachments = plan.own.kind == Kind.DYNAMIC ? new Attachments() : null;
        Window table = attachments == null ? null : ofTable(comm, attachments.table(), plan);
        return window(comm, memory, plan.own.bytes, plan,
                new Window.Reach(plan.sizes, plan.units, null, null, attachments, table), hints).told();
    }

    /** Makes the window over the tables of attached memory. It is freed with the dynamic window. */
    private static Window ofTable(Communicator comm, ByteBuffer table, Plan plan) {
        long[] sizes = new long[comm.size()];
        int[] units = new int[comm.size()];
        Arrays.fill(sizes, table.capacity());
        Arrays.fill(units, 1);
        return window(comm, table, table.capacity(), plan, new Window.Reach(sizes, units, null, null, null, null),
                null);
    }

    /** Makes a window over memory that is not mapped, by MPI, or else by the kernel where all ranks are on one node. */
    private static Window window(
            Communicator comm, Buffer memory, long bytes, Plan plan, Window.Reach reach, Hints hints) {
        boolean isDynamic = reach.attachments() != null;
        RequestSlot slot = RequestSlot.acquire();
        NativeBuffer none = NativeBuffer.acquire(1);
        try {
            long address = memory == null || bytes == 0 ? none.address() : Mpi.address(memory);
            int code = !plan.asksMpi() ? (int) Mpi.constant("MPI_ERR_WIN")
                    : Meetings.together(comm.handle(), false, () -> Hints.use(CALL, hints,
                            info -> MpiWindows.create(comm.handle(), address, bytes, isDynamic, info, slot)));
            boolean isEnded = code == Mpi.SUCCESS || code == Mpi.NO_STACK;
            isRefused |= plan.isOneNode && !isEnded;
            NodeProtocol node = plan.isOneNode && !isEnded ? reached(comm, address) : null;
            if (!isEnded && node == null) {
                throw Check.failure(
                        CALL + ": " + Check.firstWords(code) + Check.at("the MPI beneath makes no window here"
                                + (plan.isOneNode ? ", and the kernel does not let a rank reach the memory of another"
                                        + " (process_vm_readv; in a container, allow SYS_PTRACE)"
                                        : "; Open MPI 5 and MPICH do, and Open MPI 4.1 does for the ranks of one node")),
                        null,
                        code);
            }
            Check.code(CALL, node != null ? Mpi.SUCCESS : code);
            return new Window(comm, node != null ? 0 : slot.handle(), node, memory, reach, hints);
        } finally {
            none.release();
            slot.release();
        }
    }

    /**
     * Synchronises the ranks of a node which reach each other's memory by the kernel; null where it does not let them.
     *
     * @param address of this rank's memory
     */
    private static NodeProtocol reached(Communicator comm, long address) {
        int size = comm.size();
        SharedMemory shared = new SharedMemory(comm, CALL, new long[size], NodeProtocol.bytes(size));
        NodeProtocol node = shared.make(false) ? new NodeProtocol(comm, shared, null) : null;
        return node != null && shared.agree(() -> node.tell(address)) && shared.agree(node::reach) ? node : null;
    }
}

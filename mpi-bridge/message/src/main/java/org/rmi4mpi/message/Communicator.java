package org.rmi4mpi.message;

import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.rmi4mpi.bridge.Awaited;
import org.rmi4mpi.bridge.Completion;
import org.rmi4mpi.bridge.Job;
import org.rmi4mpi.bridge.Mpi;
import org.rmi4mpi.bridge.MpiCommunicators;
import org.rmi4mpi.bridge.NativeBuffer;
import org.rmi4mpi.bridge.RequestSlot;
import org.rmi4mpi.message.data.Check;
import org.rmi4mpi.message.data.ErrorHandler;
import org.rmi4mpi.message.data.MessageException;

/**
 * A communicator: MPI's handle, this process's rank, and the ranks of the others in MPI_COMM_WORLD. Values that MPI has
 * told are kept. Any thread may call.
 */
public final class Communicator {
    /** MPI_COMM_WORLD. */
    public static final Communicator WORLD = predefined("MPI_COMM_WORLD", ErrorHandler.WORLD);
    /** MPI_COMM_SELF. */
    public static final Communicator SELF = predefined("MPI_COMM_SELF", new ErrorHandler("communicator"));
    /** Whether processes have joined this one, which are not in MPI_COMM_WORLD. */
    private static volatile boolean haveJoined;

    private final boolean isInter;
    private final Topology topology;
    private final FoundMessages found = new FoundMessages(this);
    private final Attributes attributes = new Attributes();
    private final ErrorHandler errors;
    private volatile long handle;
    private volatile boolean isFreed;
    private final AtomicBoolean isBeingFreed = new AtomicBoolean();
    private volatile int rank = -1;
    private volatile int size;
    private volatile int remoteSize;
    private volatile int[] worldRanks;
    private volatile int[] remoteRanks;
    private volatile Companion companion;
    private final Set<ClosedStream> closedStreams = ConcurrentHashMap.newKeySet();
    private volatile Hints hints = new Hints();
    private volatile String name = "";

    /** What a room above keeps with a communicator. */
    public interface Companion {
        /** Called by every rank before it frees the communicator. */
        void free(String call);

        /** Called when all ranks have freed it. */
        void freed();
    }

    /** A stream that was closed before it was read to its end. */
    interface ClosedStream {
        boolean isOf(int source, int tag);

        /** Drops messages that have arrived. Returns whether the stream has ended. */
        boolean drop();
    }

    Communicator(long handle, boolean isInter, Topology topology) {
        this(handle, isInter, topology, new ErrorHandler("communicator"));
    }

    private Communicator(long handle, boolean isInter, Topology topology, ErrorHandler errors) {
        this.errors = errors;
        this.handle = handle;
        this.isInter = isInter;
        this.topology = topology;
    }

    /** Stands for a new communicator at a rank that is not a member of it. */
    public static Communicator none() {
        return new Communicator(0, false, null);
    }

    /** Processes that are not in MPI_COMM_WORLD join this one. */
    static void markJoined() {
        haveJoined = true;
    }

    /** Whether a communicator may have ranks that are not in MPI_COMM_WORLD. */
    static boolean haveJoined() {
        return haveJoined;
    }

    private static Communicator predefined(String name, ErrorHandler errors) {
        Communicator made = new Communicator(Mpi.constant(name), false, null, errors);
        made.setName(name);
        return made;
    }

    /**
     * MPI's handle.
     *
     * @throws MessageException where it was freed, or does not have this rank as a member: MPI sees no such handle
     */
    public long handle() {
        long live = handle;
        if (live == 0) {
            refuse("handle");
        }
        return live;
    }

    private void refuse(String call) {
        Check.live(call, !isFreed, "communicator", name);
        Check.argument(call, false, "communicator", "null", "one that has this rank as a member, and is complete");
    }

    /** Whether messages go to another group. */
    public boolean isInter() {
        return isInter;
    }

    /** Null for a communicator without a topology. */
    public Topology topology() {
        return topology;
    }

    public Attributes attributes() {
        return attributes;
    }

    FoundMessages found() {
        return found;
    }

    /** Whether it was freed, or does not have this rank as a member. */
    public boolean isNull() {
        return handle == 0;
    }

    boolean isFreed() {
        return isFreed;
    }

    /** The current thread frees it, until {@link #endFree}. Returns false if another thread does. */
    boolean beginFree() {
        return isBeingFreed.compareAndSet(false, true);
    }

    void endFree() {
        isBeingFreed.set(false);
    }

    /** Sets the handle of a communicator whose creation has ended. */
    void setHandle(long handle) {
        this.handle = handle;
    }

    Hints hints() {
        return hints;
    }

    void setHints(Hints hints) {
        this.hints = hints == null ? new Hints() : hints.copy();
    }

    public String name() {
        return name;
    }

    public void setName(String name) {
        this.name = name;
    }

    /** The name, or the ranks where it has none, for reports. */
    public String label() {
        return name.isEmpty() ? "a communicator of ranks " + Arrays.toString(worldRanks()) : name;
    }

    /** As {@link #label}, also where the ranks are not known; for tools. */
    @Override
    public String toString() {
        return name.isEmpty() && worldRanks == null && (isNull() || !isLocated()) ? "a communicator" : label();
    }

    /** Whether {@link #locate} has been called: those that the program does not see may do without it. */
    boolean isLocated() {
        return rank >= 0;
    }

    /** The ranks of both groups in MPI_COMM_WORLD. */
    int[] everyone() {
        return isInter ? IntStream.concat(IntStream.of(worldRanks()), IntStream.of(peersInWorld())).toArray()
                : worldRanks();
    }

    /** A wait for a message that a probe looks for. */
    Completion awaits(Completion found, String call, int source, int tag) {
        return new Probed(this, found, call, source, tag);
    }

    private record Probed(Communicator comm, Completion found, String call, int source, int tag)
            implements Completion {
        @Override
        public boolean test() {
            return found.test();
        }

        @Override
        public Awaited awaited() {
            return Awaiting.message(call, comm.label(), comm.peersInWorld(), source, tag);
        }

        @Override
        public String unexpected() {
            return Awaiting.unexpected(comm.handle, comm.peersInWorld(), source);
        }
    }

    void markFreed() {
        isFreed = true;
        handle = 0;
        LiveHandles.remove(this);
    }

    /** Number of ranks in the caller's group. After a first call it can also be called when MPI has ended. */
    public int size(String call) {
        if (rank < 0 || Job.isRunning()) {
            locate(call);
        }
        return size;
    }

    /** Rank of the caller. After a first call it can also be called when MPI has ended. */
    public int rank(String call) {
        if (rank < 0 || Job.isRunning()) {
            locate(call);
        }
        return rank;
    }

    /** Known after {@link #locate}. */
    public int rank() {
        return rank;
    }

    /** Known after {@link #locate}. */
    public int size() {
        return size;
    }

    /** Checks that MPI runs and that this communicator was not freed. The first call asks MPI for rank and size. */
    public void locate(String call) {
        Check.running(call);
        if (handle == 0) {
            refuse(call);
        }
        if (rank < 0) {
            locateFirst(call);
        }
    }

    private synchronized void locateFirst(String call) {
        RequestSlot slot = RequestSlot.acquire();
        try {
            Check.code(call, MpiCommunicators.commSize(handle, slot));
            size = slot.value();
            if (isInter) {
                Check.code(call, MpiCommunicators.commRemoteSize(handle, slot));
                remoteSize = slot.value();
            }
            Check.code(call, MpiCommunicators.commRank(handle, slot));
            rank = slot.value();
        } finally {
            slot.release();
        }
    }

    /** Number of ranks that messages can be sent to. */
    public int peers() {
        return isInter ? remoteSize : size;
    }

    /** The caller's group, as ranks in MPI_COMM_WORLD. Call {@link #locate} before. */
    public int[] worldRanks() {
        int[] ranks = worldRanks;
        if (ranks == null) {
            ranks = worldRanks(false, size);
            worldRanks = ranks;
        }
        return ranks;
    }

    /** The ranks that messages can be sent to, as ranks in MPI_COMM_WORLD. */
    public int[] peersInWorld() {
        return isInter ? remoteRanks() : worldRanks();
    }

    private int[] remoteRanks() {
        int[] ranks = remoteRanks;
        if (ranks == null) {
            ranks = worldRanks(true, remoteSize);
            remoteRanks = ranks;
        }
        return ranks;
    }

    private int[] worldRanks(boolean remote, int size) {
        NativeBuffer from = NativeBuffer.of(IntStream.range(0, size).toArray());
        NativeBuffer to = NativeBuffer.of(new int[size]);
        try {
            Check.code("Group", MpiCommunicators.worldRanks(handle, remote, size, from.address(), to.address()));
            int[] ranks = new int[size];
            to.bytes().asIntBuffer().get(0, ranks);
            return ranks;
        } finally {
            from.release();
            to.release();
        }
    }

    /**
     * Whether some members may not run Java: ranks of other languages, or processes that have joined the job. Their
     * collective operations are the blocking forms.
     */
    public boolean isMixed() {
        return (Job.javaSize() < Job.size() || haveJoined)
                && (Arrays.stream(worldRanks()).anyMatch(r -> Job.javaRank(r) < 0)
                        || Arrays.stream(peersInWorld()).anyMatch(r -> Job.javaRank(r) < 0));
    }

    /** What the room above keeps with this communicator; made at the first call. */
    public Companion companion(Function<Communicator, Companion> maker) {
        Companion there = companion;
        return there != null ? there : makeCompanion(maker);
    }

    private synchronized Companion makeCompanion(Function<Communicator, Companion> maker) {
        if (companion == null) {
            companion = maker.apply(this);
        }
        return companion;
    }

    Set<ClosedStream> closedStreams() {
        return closedStreams;
    }

    /** Called by every rank before it frees the communicator. */
    void freeCompanion(String call) {
        if (companion != null) {
            companion.free(call);
        }
    }

    /** Called when all ranks have freed the communicator. */
    void endCompanion() {
        if (companion != null) {
            companion.freed();
        }
    }

    /** Whether an error ends the job. */
    public boolean isFatal() {
        return errors.isFatal();
    }

    public void setFatal(boolean fatal) {
        errors.setFatal(fatal);
    }

    /** Returns the exception to throw. Ends the job instead where the error handler is fatal. */
    public MessageException raised(MessageException e) {
        return errors.raised(e);
    }
}

package org.rmi4mpi.message;

import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.rmi4mpi.bridge.Job;
import org.rmi4mpi.bridge.Mpi;
import org.rmi4mpi.bridge.MpiCommunicators;
import org.rmi4mpi.bridge.NativeBuffer;
import org.rmi4mpi.bridge.RequestSlot;

/**
 * A communicator: MPI's handle, this process's place in it, and what is known of the others. Any thread may call; what
 * is found out once is kept.
 */
public final class Communicator {
    /** MPI_COMM_WORLD. */
    public static final Communicator WORLD = predefined("MPI_COMM_WORLD");
    /** MPI_COMM_SELF. */
    public static final Communicator SELF = predefined("MPI_COMM_SELF");

    private static final int FAILED = 1;

    private final boolean isInter;
    private final Topology topology;
    private final FoundMessages found = new FoundMessages(this);
    private final Attributes attributes = new Attributes();
    private volatile long handle;
    private volatile boolean isFreed;
    private volatile int rank = -1;
    private volatile int size;
    private volatile int remoteSize;
    private volatile int[] worldRanks;
    private volatile int[] remoteRanks;
    private volatile boolean isFatal;
    private volatile Communicator merged;
    private volatile ObjectChannel objectChannel;
    private final Set<MessageInputStream> closedStreams = ConcurrentHashMap.newKeySet();
    private volatile Hints hints = new Hints();
    private volatile String name = "";

    Communicator(long handle, boolean isInter, Topology topology) {
        this.handle = handle;
        this.isInter = isInter;
        this.topology = topology;
    }

    /** That of a rank which is no member of what was made. */
    public static Communicator none() {
        return new Communicator(0, false, null);
    }

    private static Communicator predefined(String name) {
        Communicator made = new Communicator(Mpi.constant(name), false, null);
        made.name(name);
        return made;
    }

    public long handle() {
        return handle;
    }

    /** Whether messages go to another group. */
    public boolean isInter() {
        return isInter;
    }

    /** Null where there is none. */
    public Topology topology() {
        return topology;
    }

    public Attributes attributes() {
        return attributes;
    }

    FoundMessages found() {
        return found;
    }

    /** Whether it was freed. */
    public boolean isNull() {
        return handle == 0;
    }

    boolean isFreed() {
        return isFreed;
    }

    /** The handle of one that was being made. */
    void made(long handle) {
        this.handle = handle;
    }

    Hints hints() {
        return hints;
    }

    void hints(Hints hints) {
        this.hints = hints == null ? new Hints() : hints.copy();
    }

    public String name() {
        return name;
    }

    public void name(String name) {
        this.name = name;
    }

    void freed() {
        isFreed = true;
        handle = 0;
        LiveHandles.freed(this);
    }

    /** Number of ranks in the caller's group. Once asked for, it is known after the job as well. */
    public int size(String call) {
        if (rank < 0 || Job.isRunning()) {
            locate(call);
        }
        return size;
    }

    /** Rank of the caller. Once asked for, it is known after the job as well. */
    public int rank(String call) {
        if (rank < 0 || Job.isRunning()) {
            locate(call);
        }
        return rank;
    }

    /** Of one that was located. */
    int rank() {
        return rank;
    }

    /** Of one that was located. */
    int size() {
        return size;
    }

    /** Checks that MPI and this communicator are there, and asks once for this process's place in it. */
    public void locate(String call) {
        Check.running(call);
        if (handle == 0) {
            Check.live(call, !isFreed, "communicator", name);
            Check.argument(call, false, "communicator", "null", "one that has this rank as a member, and is complete");
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

    /** Ranks in MPI_COMM_WORLD of the caller's group; of one that was located. */
    public int[] worldRanks() {
        int[] ranks = worldRanks;
        if (ranks == null) {
            ranks = worldRanks(false, size);
            worldRanks = ranks;
        }
        return ranks;
    }

    /** Ranks in MPI_COMM_WORLD of those that messages are sent to. */
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
        NativeBuffer from = Pieces.ints(IntStream.range(0, size).toArray());
        NativeBuffer to = Pieces.ints(new int[size]);
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
     * Whether ranks of other languages are members, whose collective operations are the blocking forms, or processes that
     * have joined the job, which may be of any language.
     */
    boolean isMixed() {
        return (Job.javaSize() < Job.size() || Processes.areThere())
                && (Arrays.stream(worldRanks()).anyMatch(r -> Job.javaRank(r) < 0)
                        || Arrays.stream(peersInWorld()).anyMatch(r -> Job.javaRank(r) < 0));
    }

    /** One of both groups, for collective operations of objects; the first call is collective over both. */
    Communicator merged(String call, boolean high) {
        Communicator made = merged;
        if (made == null) {
            made = Membership.merge(this, call, high);
            made.locate(call);
            merged = made;
        }
        return made;
    }

    /** For collective operations of objects that are started. */
    synchronized ObjectChannel objectChannel() {
        if (objectChannel == null) {
            objectChannel = new ObjectChannel(this);
        }
        return objectChannel;
    }

    /** Those that have not come to their ends. */
    Set<MessageInputStream> closedStreams() {
        return closedStreams;
    }

    /** The communicator is about to be freed, by every rank. */
    void freeing(String call) {
        if (objectChannel != null) {
            objectChannel.free(call);
        }
    }

    /** Whether an error ends the job. */
    public boolean isFatal() {
        return isFatal;
    }

    public void setFatal(boolean fatal) {
        isFatal = fatal;
    }

    /** The exception that is to be thrown; does not return where an error ends the job. */
    public MessageException raised(MessageException e) {
        if (isFatal) {
            System.err.println("rmi4mpi: rank " + Job.rank() + " of " + Job.size() + " on host " + Job.host() + ": "
                    + e.getMessage() + "; the communicator's error handler is MPI.ERRORS_ARE_FATAL; the job ends");
            Job.abort(FAILED);
        }
        return e;
    }
}

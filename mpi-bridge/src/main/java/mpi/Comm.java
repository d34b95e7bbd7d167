package mpi;

import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongFunction;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;
import org.rmi4mpi.bridge.Job;
import org.rmi4mpi.bridge.Memory;
import org.rmi4mpi.bridge.Mpi;
import org.rmi4mpi.bridge.NativeBuffer;
import org.rmi4mpi.bridge.RequestSlot;
import org.rmi4mpi.bridge.ThreadMemory;

/**
 * A communicator: an ordered group of ranks that exchange messages among themselves, or with those of another group.
 *
 * <p>A buffer is an array of a primitive type, or of objects for {@link MPI#OBJECT}, or a java.nio buffer; a direct one
 * is not copied. Offsets are in elements of the datatype's base type, counts in copies of the datatype, tags from 0. A
 * method throws an {@link MPIException} where an argument is wrong or MPI fails. Source: mpiJava 1.2, after MPI 1.1,
 * chapters 3 and 5.
 */
public class Comm {
    /** How often a receive asks for its message before it becomes a request: a reply that is on its way takes no longer. */
    private static final int ASKS = 8;

    private volatile long handle;
    private volatile int rank = -1;
    private volatile int size;
    private volatile int[] worldRanks;
    private final FoundMessages found = new FoundMessages(this);
    private final Map<Integer, Integer> attributes = new ConcurrentHashMap<>();
    private volatile Errhandler errhandler = MPI.ERRORS_RETURN;

    Comm(long handle) {
        this.handle = handle;
    }

    final long handle() {
        return handle;
    }

    /** Makes a communicator by a call of every rank of this one; null where the caller is no member. */
    final <C extends Comm> C make(String call, ToIntFunction<RequestSlot> maker, LongFunction<C> constructor) {
        return made(call, slot -> Job.together(handle, isMixed(), () -> maker.applyAsInt(slot)), constructor);
    }

    /** Makes a communicator out of the handle that a call leaves. */
    static <C extends Comm> C made(String call, ToIntFunction<RequestSlot> maker, LongFunction<C> constructor) {
        RequestSlot slot = RequestSlot.acquire();
        try {
            Check.code(call, maker.applyAsInt(slot));
            return slot.handle() == 0 ? null : constructor.apply(slot.handle());
        } finally {
            slot.release();
        }
    }

    /**
     * A communicator of the same ranks, with messages of its own and the same attributes. Every rank must call it,
     * those of both groups of an {@link Intercomm}.
     *
     * @return a communicator of the same class
     */
    @Override
    public Object clone() {
        locate("clone");
        Comm copy = make("clone", slot -> Mpi.commDup(handle, slot), this::of);
        copy.attributes.putAll(attributes);
        return copy;
    }

    /** A communicator of this one's kind. */
    Comm of(long handle) {
        return new Comm(handle);
    }

    /**
     * Number of ranks in the caller's group. Once asked for, it is known after {@link MPI#Finalize} as well.
     *
     * @return 1 or more
     */
    public int Size() {
        if (rank < 0 || Job.isRunning()) {
            locate("Size");
        }
        return size;
    }

    /**
     * Rank of the caller, from 0. Once asked for, it is known after {@link MPI#Finalize} as well.
     *
     * @return below {@link #Size}
     */
    public int Rank() {
        if (rank < 0 || Job.isRunning()) {
            locate("Rank");
        }
        return rank;
    }

    /** Checks that MPI and this communicator are there, and asks once for this process's place in it. */
    final void locate(String call) {
        Check.running(call);
        Check.argument(call, handle != 0, "communicator", "freed", "one that was not freed");
        if (rank < 0) {
            locateFirst(call);
        }
    }

    private synchronized void locateFirst(String call) {
        RequestSlot slot = RequestSlot.acquire();
        try {
            Check.code(call, Mpi.commSize(handle, slot));
            size = slot.value();
            Check.code(call, Mpi.commRank(handle, slot));
            rank = slot.value();
        } finally {
            slot.release();
        }
    }

    /** Number of ranks that messages can be sent to. */
    int peers() {
        return size;
    }

    /** Ranks in MPI_COMM_WORLD of the caller's group. */
    final int[] worldRanks() {
        int[] ranks = worldRanks;
        if (ranks == null) {
            ranks = worldRanks(false, size);
            worldRanks = ranks;
        }
        return ranks;
    }

    /** Ranks in MPI_COMM_WORLD of those that messages are sent to. */
    int[] peersInWorld() {
        return worldRanks();
    }

    /** Whether ranks of other languages are members, whose collective operations are the blocking forms. */
    final boolean isMixed() {
        return Job.javaSize() < Job.size() && Arrays.stream(worldRanks()).anyMatch(r -> Job.javaRank(r) < 0);
    }

    final int[] worldRanks(boolean remote, int size) {
        NativeBuffer from = ints(IntStream.range(0, size).toArray());
        NativeBuffer to = ints(new int[size]);
        try {
            Check.code("Group", Mpi.worldRanks(handle, remote, size, from.address(), to.address()));
            int[] ranks = new int[size];
            to.bytes().asIntBuffer().get(0, ranks);
            return ranks;
        } finally {
            from.release();
            to.release();
        }
    }

    /** Ints in native memory. */
    static NativeBuffer ints(int[] values) {
        NativeBuffer memory = NativeBuffer.acquire(4 * values.length);
        memory.bytes().asIntBuffer().put(0, values);
        return memory;
    }

    /**
     * The ranks of the caller's group.
     *
     * @return a new group
     */
    public Group Group() {
        locate("Group");
        return new Group(worldRanks().clone());
    }

    /**
     * Whether messages go to another group.
     *
     * @return true for an {@link Intercomm}
     */
    public boolean Test_inter() {
        locate("Test_inter");
        return false;
    }

    /**
     * Whether the communicator was freed.
     *
     * @return true after {@link #Free}
     */
    public boolean Is_null() {
        return handle == 0;
    }

    /** Frees the communicator; every rank of it must do so. */
    public void Free() {
        locate("Free");
        Check.argument("Free", handle != MPI.COMM_WORLD.handle() && handle != MPI.COMM_SELF.handle(), "communicator",
                "MPI.COMM_WORLD or MPI.COMM_SELF", "one that the program has made");
        Check.code("Free", Job.together(handle, isMixed(), () -> Mpi.commFree(handle)));
        handle = 0;
    }

    /**
     * How two communicators compare: {@link MPI#IDENT}, CONGRUENT, SIMILAR or UNEQUAL. MPI 1.1, 5.4.1, by which
     * {@link MPI#COMM_NULL} is none.
     *
     * @param comm1 a communicator
     * @param comm2 another
     * @return one of the four
     */
    public static int Compare(Comm comm1, Comm comm2) {
        located("comm1", comm1);
        located("comm2", comm2);
        if (comm1.handle == comm2.handle) {
            return MPI.IDENT;
        } else if (comm1.Test_inter() != comm2.Test_inter()) {
            return MPI.UNEQUAL;
        }
        int local = Group.Compare(new Group(comm1.worldRanks()), new Group(comm2.worldRanks()));
        int remote = Group.Compare(new Group(comm1.peersInWorld()), new Group(comm2.peersInWorld()));
        if (local == MPI.UNEQUAL || remote == MPI.UNEQUAL) {
            return MPI.UNEQUAL;
        }
        return local == MPI.IDENT && remote == MPI.IDENT ? MPI.CONGRUENT : MPI.SIMILAR;
    }

    private static void located(String name, Comm comm) {
        Check.argument("Compare", comm != null, name, "null", "a communicator");
        comm.locate("Compare");
    }

    /**
     * Joins two groups by an inter-communicator; every rank of both must call it, on a communicator in which the
     * leaders of both are. MPI 1.1, 5.6.2.
     *
     * @param local_comm of the caller's group
     * @param local_leader rank in it
     * @param remote_leader rank of the other group's leader in this communicator
     * @param tag of the messages by which the leaders meet; no other messages may use it meanwhile
     * @return the inter-communicator, at the ranks of both groups
     */
    public Intercomm Create_intercomm(Comm local_comm, int local_leader, int remote_leader, int tag) {
        locate("Create_intercomm");
        Check.argument("Create_intercomm", local_comm != null, "local_comm", "null", "a communicator");
        local_comm.locate("Create_intercomm");
        Check.rank("Create_intercomm", "local_leader", local_leader, local_comm.size);
        Check.tag("Create_intercomm", tag);
        if (local_comm.rank == local_leader) {
            Check.rank("Create_intercomm", "remote_leader", remote_leader, peers());
        }
        return local_comm.make("Create_intercomm",
                slot -> Mpi.intercommCreate(local_comm.handle, local_leader, handle, remote_leader, tag, slot),
                Intercomm::new);
    }

    /**
     * Bytes that hold the objects that so many copies of a datatype select.
     *
     * @param buf an array of objects, or one object
     * @param offset index of the first element, in elements of the base type
     * @param count copies of the datatype
     * @param type {@link MPI#OBJECT}, or derived from it
     * @return their serialization, with the identities among them, for {@link #Object_Deserialize}
     * @throws MPIException where an object cannot be serialized
     */
    public byte[] Object_Serialize(Object buf, int offset, int count, Datatype type) {
        Check.running("Object_Serialize"); // the streams are not those of the job before
        Place place = Place.read("Object_Serialize", "buf", buf, type).check(offset, count);
        return ObjectCodec.write("Object_Serialize", place.buf(), offset, count, type);
    }

    /**
     * The opposite of {@link #Object_Serialize}.
     *
     * @param buf an array of objects
     * @param byte_buf what {@link #Object_Serialize} has returned
     * @param offset index of the first element, in elements of the base type
     * @param count copies of the datatype that there is room for
     * @param type {@link MPI#OBJECT}, or derived from it
     * @throws MPIException where the bytes hold no objects, more than there is room for, or of another class
     */
    public void Object_Deserialize(Object buf, byte[] byte_buf, int offset, int count, Datatype type) {
        Place place = new Place("Object_Deserialize", "buf", buf, type).check(offset, count);
        Check.argument("Object_Deserialize", byte_buf != null, "byte_buf", "null", "an array of bytes");
        ObjectCodec.read("Object_Deserialize", byte_buf, place.buf(), offset, count, type);
    }

    /**
     * Sends; returns when the buffer may be used again.
     *
     * @param buf what is sent: an array or a java.nio buffer of the base type, or one object
     * @param offset index of the first element, in elements of the base type
     * @param count copies of the datatype
     * @param type what the buffer holds
     * @param dest rank of the receiver, or {@link MPI#PROC_NULL}: then nothing is sent
     * @param tag of the message, 0 to the attribute {@link MPI#TAG_UB}
     */
    public void Send(Object buf, int offset, int count, Datatype type, int dest, int tag) {
        sendAndWait(SendMode.STANDARD, "Send", buf, offset, count, type, dest, tag);
    }

    /**
     * Sends, out of the room that {@link MPI#Buffer_attach} has given; returns at once.
     *
     * @param buf what is sent: an array or a java.nio buffer of the base type, or one object
     * @param offset index of the first element, in elements of the base type
     * @param count copies of the datatype
     * @param type what the buffer holds
     * @param dest rank of the receiver, or {@link MPI#PROC_NULL}: then nothing is sent
     * @param tag of the message, 0 to the attribute {@link MPI#TAG_UB}
     * @throws MPIException where the message does not fit into the attached buffer's room, or an argument is wrong
     */
    public void Bsend(Object buf, int offset, int count, Datatype type, int dest, int tag) {
        bsend(new Request(), "Bsend", buf, offset, count, type, dest, tag).Wait();
    }

    /**
     * Sends; returns when the receiver has begun to receive.
     *
     * @param buf what is sent: an array or a java.nio buffer of the base type, or one object
     * @param offset index of the first element, in elements of the base type
     * @param count copies of the datatype
     * @param type what the buffer holds
     * @param dest rank of the receiver, or {@link MPI#PROC_NULL}: then nothing is sent
     * @param tag of the message, 0 to the attribute {@link MPI#TAG_UB}
     */
    public void Ssend(Object buf, int offset, int count, Datatype type, int dest, int tag) {
        sendAndWait(SendMode.SYNCHRONOUS, "Ssend", buf, offset, count, type, dest, tag);
    }

    /**
     * Sends to a receiver that is waiting already.
     *
     * @param buf what is sent: an array or a java.nio buffer of the base type, or one object
     * @param offset index of the first element, in elements of the base type
     * @param count copies of the datatype
     * @param type what the buffer holds
     * @param dest rank of the receiver, or {@link MPI#PROC_NULL}: then nothing is sent
     * @param tag of the message, 0 to the attribute {@link MPI#TAG_UB}
     */
    public void Rsend(Object buf, int offset, int count, Datatype type, int dest, int tag) {
        sendAndWait(SendMode.READY, "Rsend", buf, offset, count, type, dest, tag);
    }

    /**
     * Receives a message of at most count copies of the datatype. Source may be {@link MPI#ANY_SOURCE}, tag {@link
     * MPI#ANY_TAG}; the status tells which it was, and how long.
     *
     * @param buf where it goes: an array or a java.nio buffer of the base type
     * @param offset index of the first element, in elements of the base type
     * @param count copies of the datatype that there is room for
     * @param type what the buffer holds
     * @param source rank of the sender, {@link MPI#ANY_SOURCE}, or {@link MPI#PROC_NULL}: then nothing is received
     * @param tag of the message, or {@link MPI#ANY_TAG}
     * @return source, tag and count of the message that was received
     * @throws MPIException where the message is longer than there is room for, or an argument is wrong
     */
    public Status Recv(Object buf, int offset, int count, Datatype type, int source, int tag) {
        checkReceive("Recv", source, tag);
        Place place = new Place("Recv", "buf", buf, type).writable().check(offset, count);
        if (source == MPI.PROC_NULL || type.isObject() || !found.isEmpty()) {
            return receive(new Request(), "Recv", buf, offset, count, type, source, tag).Wait();
        }
        ThreadMemory own = ThreadMemory.get();
        Message message = Message.entering(place, offset, count, own);
        RequestSlot slot = own.slot();
        int code = Mpi.irecvAndTest(
                message.address(), message.elements(), message.type(), source, tag, handle, slot);
        for (int i = 0; i < ASKS && code == Mpi.SUCCESS && !slot.isDone(); i++) {
            code = Mpi.test(slot);
        }
        if (code != Mpi.SUCCESS || !slot.isDone()) {
            Message later = Message.of(buf, offset, count, type, message.address(), message.memory(), message.copy());
            return goOn("Recv", message.buf(), later, message.memory(), message.copy(), own, code);
        }
        Status status = new Status(slot.source(), slot.tag(), slot.length(), slot.isCancelled());
        try {
            message.take(status);
        } finally {
            message.release();
        }
        return status;
    }

    /**
     * Starts a send. The buffer must not be changed until the request is complete.
     *
     * @param buf what is sent: an array or a java.nio buffer of the base type, or one object
     * @param offset index of the first element, in elements of the base type
     * @param count copies of the datatype
     * @param type what the buffer holds
     * @param dest rank of the receiver, or {@link MPI#PROC_NULL}: then nothing is sent
     * @param tag of the message, 0 to the attribute {@link MPI#TAG_UB}
     * @return a request, to be completed by one of its waits or tests
     */
    public Request Isend(Object buf, int offset, int count, Datatype type, int dest, int tag) {
        return send(new Request(), SendMode.STANDARD, "Isend", buf, offset, count, type, dest, tag);
    }

    /**
     * Starts a buffered send; see {@link #Bsend}.
     *
     * @param buf what is sent: an array or a java.nio buffer of the base type, or one object
     * @param offset index of the first element, in elements of the base type
     * @param count copies of the datatype
     * @param type what the buffer holds
     * @param dest rank of the receiver, or {@link MPI#PROC_NULL}: then nothing is sent
     * @param tag of the message, 0 to the attribute {@link MPI#TAG_UB}
     * @return a request, to be completed by one of its waits or tests
     * @throws MPIException where the message does not fit into the attached buffer's room, or an argument is wrong
     */
    public Request Ibsend(Object buf, int offset, int count, Datatype type, int dest, int tag) {
        return bsend(new Request(), "Ibsend", buf, offset, count, type, dest, tag);
    }

    /**
     * Starts a synchronous send; see {@link #Ssend}.
     *
     * @param buf what is sent: an array or a java.nio buffer of the base type, or one object
     * @param offset index of the first element, in elements of the base type
     * @param count copies of the datatype
     * @param type what the buffer holds
     * @param dest rank of the receiver, or {@link MPI#PROC_NULL}: then nothing is sent
     * @param tag of the message, 0 to the attribute {@link MPI#TAG_UB}
     * @return a request, to be completed by one of its waits or tests
     */
    public Request Issend(Object buf, int offset, int count, Datatype type, int dest, int tag) {
        return send(new Request(), SendMode.SYNCHRONOUS, "Issend", buf, offset, count, type, dest, tag);
    }

    /**
     * Starts a ready send; see {@link #Rsend}.
     *
     * @param buf what is sent: an array or a java.nio buffer of the base type, or one object
     * @param offset index of the first element, in elements of the base type
     * @param count copies of the datatype
     * @param type what the buffer holds
     * @param dest rank of the receiver, or {@link MPI#PROC_NULL}: then nothing is sent
     * @param tag of the message, 0 to the attribute {@link MPI#TAG_UB}
     * @return a request, to be completed by one of its waits or tests
     */
    public Request Irsend(Object buf, int offset, int count, Datatype type, int dest, int tag) {
        return send(new Request(), SendMode.READY, "Irsend", buf, offset, count, type, dest, tag);
    }

    /**
     * Starts a receive. The elements are in the buffer when the request is complete.
     *
     * @param buf where it goes: an array or a java.nio buffer of the base type
     * @param offset index of the first element, in elements of the base type
     * @param count copies of the datatype that there is room for
     * @param type what the buffer holds
     * @param source rank of the sender, {@link MPI#ANY_SOURCE}, or {@link MPI#PROC_NULL}: then nothing is received
     * @param tag of the message, or {@link MPI#ANY_TAG}
     * @return a request, to be completed by one of its waits or tests
     */
    public Request Irecv(Object buf, int offset, int count, Datatype type, int source, int tag) {
        return receive(new Request(), "Irecv", buf, offset, count, type, source, tag).unattended();
    }

    /**
     * Describes a send, which {@link Prequest#Start} starts.
     *
     * @param buf what is sent: an array or a java.nio buffer of the base type, or one object
     * @param offset index of the first element, in elements of the base type
     * @param count copies of the datatype
     * @param type what the buffer holds
     * @param dest rank of the receiver, or {@link MPI#PROC_NULL}: then nothing is sent
     * @param tag of the message, 0 to the attribute {@link MPI#TAG_UB}
     * @return a request that is not active yet
     */
    public Prequest Send_init(Object buf, int offset, int count, Datatype type, int dest, int tag) {
        return sendInit("Send_init", SendMode.STANDARD, buf, offset, count, type, dest, tag);
    }

    /**
     * Describes a synchronous send, which {@link Prequest#Start} starts.
     *
     * @param buf what is sent: an array or a java.nio buffer of the base type, or one object
     * @param offset index of the first element, in elements of the base type
     * @param count copies of the datatype
     * @param type what the buffer holds
     * @param dest rank of the receiver, or {@link MPI#PROC_NULL}: then nothing is sent
     * @param tag of the message, 0 to the attribute {@link MPI#TAG_UB}
     * @return a request that is not active yet
     */
    public Prequest Ssend_init(Object buf, int offset, int count, Datatype type, int dest, int tag) {
        return sendInit("Ssend_init", SendMode.SYNCHRONOUS, buf, offset, count, type, dest, tag);
    }

    /**
     * Describes a ready send, which {@link Prequest#Start} starts.
     *
     * @param buf what is sent: an array or a java.nio buffer of the base type, or one object
     * @param offset index of the first element, in elements of the base type
     * @param count copies of the datatype
     * @param type what the buffer holds
     * @param dest rank of the receiver, or {@link MPI#PROC_NULL}: then nothing is sent
     * @param tag of the message, 0 to the attribute {@link MPI#TAG_UB}
     * @return a request that is not active yet
     */
    public Prequest Rsend_init(Object buf, int offset, int count, Datatype type, int dest, int tag) {
        return sendInit("Rsend_init", SendMode.READY, buf, offset, count, type, dest, tag);
    }

    /**
     * Describes a buffered send, which {@link Prequest#Start} starts.
     *
     * @param buf what is sent: an array or a java.nio buffer of the base type, or one object
     * @param offset index of the first element, in elements of the base type
     * @param count copies of the datatype
     * @param type what the buffer holds
     * @param dest rank of the receiver, or {@link MPI#PROC_NULL}: then nothing is sent
     * @param tag of the message, 0 to the attribute {@link MPI#TAG_UB}
     * @return a request that is not active yet
     */
    public Prequest Bsend_init(Object buf, int offset, int count, Datatype type, int dest, int tag) {
        checkSend("Bsend_init", buf, offset, count, type, dest, tag);
        return new Prequest(request -> bsend(request, "Bsend_init", buf, offset, count, type, dest, tag));
    }

    /**
     * Describes a receive, which {@link Prequest#Start} starts.
     *
     * @param buf where it goes: an array or a java.nio buffer of the base type
     * @param offset index of the first element, in elements of the base type
     * @param count copies of the datatype that there is room for
     * @param type what the buffer holds
     * @param source rank of the sender, {@link MPI#ANY_SOURCE}, or {@link MPI#PROC_NULL}: then nothing is received
     * @param tag of the message, or {@link MPI#ANY_TAG}
     * @return a request that is not active yet
     */
    public Prequest Recv_init(Object buf, int offset, int count, Datatype type, int source, int tag) {
        checkReceive("Recv_init", source, tag);
        new Place("Recv_init", "buf", buf, type).check(offset, count);
        return new Prequest(request -> receive(request, "Recv_init", buf, offset, count, type, source, tag)
                .unattended());
    }

    private Prequest sendInit(
            String call, SendMode mode, Object buf, int offset, int count, Datatype type, int dest, int tag) {
        checkSend(call, buf, offset, count, type, dest, tag);
        return new Prequest(request -> send(request, mode, call, buf, offset, count, type, dest, tag));
    }

    /**
     * Sends and receives at the same time; the two buffers must not overlap.
     *
     * @param sendbuf what is sent: an array or a java.nio buffer of the base type
     * @param sendoffset index of the first element, in elements of the base type of the send buffer
     * @param sendcount copies of the send type
     * @param sendtype what the send buffer holds
     * @param dest rank of the receiver, or {@link MPI#PROC_NULL}: then nothing is sent
     * @param sendtag of the message that is sent
     * @param recvbuf where it goes: an array or a java.nio buffer of the base type, which does not overlap the other
     * @param recvoffset index of the first element, in elements of the base type of the receive buffer
     * @param recvcount copies of the receive type that there is room for
     * @param recvtype what the receive buffer holds
     * @param source rank of the sender, {@link MPI#ANY_SOURCE}, or {@link MPI#PROC_NULL}: then nothing is received
     * @param recvtag of the message that is received, or {@link MPI#ANY_TAG}
     * @return source, tag and count of the message that was received
     * @throws MPIException where the message is longer than there is room for, or an argument is wrong
     */
    public Status Sendrecv(
            Object sendbuf, int sendoffset, int sendcount, Datatype sendtype, int dest, int sendtag,
            Object recvbuf, int recvoffset, int recvcount, Datatype recvtype, int source, int recvtag) {
        return exchange("Sendrecv", sendbuf, sendoffset, sendcount, sendtype, dest, sendtag, recvbuf, recvoffset,
                recvcount, recvtype, source, recvtag);
    }

    /**
     * Sends what is in a buffer, and receives into the same.
     *
     * @param buf what is sent, and where the answer goes: an array or a java.nio buffer of the base type
     * @param offset index of the first element, in elements of the base type
     * @param count copies of the datatype
     * @param type what the buffer holds
     * @param dest rank of the receiver, or {@link MPI#PROC_NULL}: then nothing is sent
     * @param sendtag of the message that is sent
     * @param source rank of the sender, {@link MPI#ANY_SOURCE}, or {@link MPI#PROC_NULL}: then nothing is received
     * @param recvtag of the message that is received, or {@link MPI#ANY_TAG}
     * @return source, tag and count of the message that was received
     * @throws MPIException where the message is longer than there is room for, or an argument is wrong
     */
    public Status Sendrecv_replace(
            Object buf, int offset, int count, Datatype type, int dest, int sendtag, int source, int recvtag) {
        return exchange("Sendrecv_replace", buf, offset, count, type, dest, sendtag, buf, offset, count, type, source,
                recvtag);
    }

    /** What is sent out of the program's own memory while that is written, in memory of its own, from index 0 on. */
    private static Object copyOf(Object buf, int offset, int count, Datatype type) {
        if (type.isArray(buf)) {
            int length = (int) type.highest(0, count);
            Object copy = type.element().newArray(length);
            System.arraycopy(buf, offset, copy, 0, length);
            return copy;
        } else if (!((Buffer) buf).isDirect()) {
            ByteBuffer copy = ByteBuffer.allocateDirect((int) (type.highest(0, count) * type.elementSize()));
            int at = (int) (type.lowest(0, 1) * type.elementSize());
            new Place("copy", "buf", buf, type).pack(offset, count, copy.order(ByteOrder.nativeOrder()), at);
            return copy;
        }
        int bytes = (int) (type.highest(0, count) * type.elementSize());
        ByteBuffer copy = ByteBuffer.allocateDirect(bytes).order(ByteOrder.nativeOrder());
        long from = Mpi.address((Buffer) buf) + (long) offset * type.elementSize();
        return copy.put(0, Mpi.bytesAt(from, bytes), 0, bytes);
    }

    private Status exchange(
            String call, Object sendbuf, int sendoffset, int sendcount, Datatype sendtype, int dest, int sendtag,
            Object recvbuf, int recvoffset, int recvcount, Datatype recvtype, int source, int recvtag) {
        Place place = checkSend(call, sendbuf, sendoffset, sendcount, sendtype, dest, sendtag);
        boolean copies = sendbuf == recvbuf && place.isShared(sendcount);
        Object out = copies ? copyOf(sendbuf, sendoffset, sendcount, sendtype) : sendbuf;
        checkReceive(call, source, recvtag);
        new Place(call, "buf", recvbuf, recvtype).writable().check(recvoffset, recvcount);
        Request send = send(new Request(), SendMode.STANDARD, call, out, copies ? 0 : sendoffset, sendcount, sendtype,
                dest, sendtag); // a receive that came first would be left there where this fails, and take what comes next
        Request receive = receive(new Request(), call, recvbuf, recvoffset, recvcount, recvtype, source, recvtag);
        return Request.Waitall(new Request[] {receive, send})[0];
    }

    /**
     * Copies so many copies of a datatype to the end of what is packed.
     *
     * @param inbuf an array or a java.nio buffer of the datatype's base type, or one object
     * @param offset index of the first element, in elements of the base type
     * @param incount copies of the datatype
     * @param datatype what the buffer holds
     * @param outbuf what is packed
     * @param position in bytes
     * @return the position after them
     * @throws MPIException where what is packed has not enough room left
     */
    public int Pack(Object inbuf, int offset, int incount, Datatype datatype, byte[] outbuf, int position) {
        Check.running("Pack");
        Place place = Place.read("Pack", "inbuf", inbuf, datatype).check(offset, incount);
        Check.argument("Pack", outbuf != null, "outbuf", "null", "an array of bytes");
        byte[] objects = datatype.isObject()
                ? ObjectCodec.write("Pack", place.buf(), offset, incount, datatype)
                : null;
        long length = objects != null
                ? (long) Integer.BYTES + objects.length
                : datatype.elements(incount) * datatype.elementSize();
        Check.argument("Pack", position >= 0 && length <= outbuf.length - position, "position", position,
                "room for " + length + " bytes in outbuf of length " + outbuf.length);
        ByteBuffer out = ByteBuffer.wrap(outbuf, position, (int) length).slice().order(ByteOrder.nativeOrder());
        if (objects != null) {
            out.putInt(objects.length).put(objects);
        } else {
            place.pack(offset, incount, out, 0);
        }
        return position + (int) length;
    }

    /**
     * As {@link #Pack(Object, int, int, Datatype, byte[], int)}, into a buffer of MPJ Express.
     *
     * @param inbuf an array or a java.nio buffer of the datatype's base type, or one object
     * @param offset index of the first element, in elements of the base type
     * @param incount copies of the datatype
     * @param datatype what the buffer holds
     * @param outbuf what is packed
     * @param position in bytes
     * @return the position after them, in bytes
     */
    public int Pack(Object inbuf, int offset, int incount, Datatype datatype, mpjbuf.Buffer outbuf, int position) {
        return Pack(inbuf, offset, incount, datatype, outbuf.array(), outbuf.offset() + position) - outbuf.offset();
    }

    /**
     * The opposite of {@link #Pack(Object, int, int, Datatype, mpjbuf.Buffer, int)}.
     *
     * @param inbuf what was packed
     * @param position where the copies begin, in bytes
     * @param outbuf an array or a java.nio buffer of the datatype's base type
     * @param offset index of the first element, in elements of the base type
     * @param outcount copies of the datatype, as many as were packed
     * @param datatype what the buffer holds
     * @return the position after them, in bytes
     * @throws MPIException where there is less in what was packed
     */
    public int Unpack(mpjbuf.Buffer inbuf, int position, Object outbuf, int offset, int outcount, Datatype datatype) {
        return Unpack(inbuf.array(), inbuf.offset() + position, outbuf, offset, outcount, datatype) - inbuf.offset();
    }

    /**
     * The opposite of {@link #Pack(Object, int, int, Datatype, byte[], int)}.
     *
     * @param inbuf what was packed
     * @param position where the copies begin, in bytes
     * @param outbuf an array or a java.nio buffer of the datatype's base type
     * @param offset index of the first element, in elements of the base type
     * @param outcount copies of the datatype, as many as were packed
     * @param datatype what the buffer holds
     * @return the position after them, in bytes
     * @throws MPIException where there is less in what was packed
     */
    public int Unpack(byte[] inbuf, int position, Object outbuf, int offset, int outcount, Datatype datatype) {
        Check.running("Unpack");
        Place place = new Place("Unpack", "outbuf", outbuf, datatype).check(offset, outcount);
        Check.argument("Unpack", inbuf != null, "inbuf", "null", "an array of bytes");
        Check.argument("Unpack", position >= 0 && position <= inbuf.length, "position", position,
                "0 to the length of inbuf, " + inbuf.length);
        ByteBuffer in =
                ByteBuffer.wrap(inbuf, position, inbuf.length - position).slice().order(ByteOrder.nativeOrder());
        if (datatype.isObject()) {
            int length = in.remaining() < Integer.BYTES ? -1 : in.getInt();
            Check.argument("Unpack", length >= 0 && length <= in.remaining(), "position", position,
                    "one at which objects were packed");
            byte[] objects = new byte[length];
            in.get(objects);
            ObjectCodec.read("Unpack", objects, place.buf(), offset, outcount, datatype);
            return position + Integer.BYTES + length;
        }
        int elements = (int) datatype.elements(outcount);
        Check.argument("Unpack", (long) elements * datatype.elementSize() <= in.remaining(), "position", position,
                elements + " elements after it in inbuf of length " + inbuf.length);
        place.unpack(in, 0, elements, offset, outcount);
        return position + elements * datatype.elementSize();
    }

    /**
     * Bytes that {@link #Pack} needs at most; of objects it cannot be known.
     *
     * @param incount copies of the datatype
     * @param datatype one of a primitive base type
     * @return bytes
     */
    public int Pack_size(int incount, Datatype datatype) {
        Check.running("Pack_size");
        Check.argument("Pack_size", datatype != null && !datatype.isObject(), "datatype", datatype,
                "one of a primitive base type");
        Check.argument("Pack_size", incount >= 0, "incount", incount, "0 or more");
        return (int) Math.min(Integer.MAX_VALUE, datatype.elements(incount) * datatype.elementSize());
    }

    /**
     * Whether a message is there to be received: its status, or null.
     *
     * @param source rank of the sender, {@link MPI#ANY_SOURCE}, or {@link MPI#PROC_NULL}: then nothing is received
     * @param tag of the message, or {@link MPI#ANY_TAG}
     * @return source, tag and length of the message, of which {@link Status#Get_count} tells; null where there is none
     *     now
     */
    public Status Iprobe(int source, int tag) {
        checkReceive("Iprobe", source, tag);
        RequestSlot slot = RequestSlot.acquire();
        try {
            return probe("Iprobe", source, tag, slot);
        } finally {
            slot.release();
        }
    }

    /**
     * Returns the status of a message when there is one to be received.
     *
     * @param source rank of the sender, {@link MPI#ANY_SOURCE}, or {@link MPI#PROC_NULL}: then nothing is received
     * @param tag of the message, or {@link MPI#ANY_TAG}
     * @return source, tag and length of the message, of which {@link Status#Get_count} tells
     */
    public Status Probe(int source, int tag) {
        checkReceive("Probe", source, tag);
        RequestSlot slot = RequestSlot.acquire();
        try {
            Status[] found = new Status[1];
            Job.progress().await(() -> (found[0] = probe("Probe", source, tag, slot)) != null);
            return found[0];
        } finally {
            slot.release();
        }
    }

    private Status probe(String call, int source, int tag, RequestSlot slot) {
        Status before = found.status(source, tag);
        if (before != null) {
            return before;
        }
        Check.code(call, Mpi.iprobe(source, tag, handle, slot));
        if (!slot.isDone()) {
            return null;
        }
        Status status = found.status(slot);
        if (source == MPI.PROC_NULL) {
            status.ofNobody();
        }
        return status;
    }

    /**
     * The value of an attribute: one that was put here, or {@link MPI#TAG_UB}, {@link MPI#HOST}, {@link MPI#IO}. {@link
     * MPI#UNDEFINED} where there is none.
     *
     * @param keyval any number; those that MPI knows are {@link MPI#TAG_UB}, {@link MPI#HOST} and {@link MPI#IO}
     * @return the value, or {@link MPI#UNDEFINED}
     */
    public int Attr_get(int keyval) {
        locate("Attr_get");
        Integer value = attributes.get(keyval);
        if (value != null) {
            return value;
        } else if (keyval == MPI.TAG_UB) {
            return Job.largestTag();
        } else if (keyval == MPI.HOST) {
            return MPI.PROC_NULL;
        } else if (keyval == MPI.IO) {
            return MPI.ANY_SOURCE;
        }
        return MPI.UNDEFINED;
    }

    /**
     * Keeps a value with the communicator, and with its clones.
     *
     * @param keyval any number; those that MPI knows are {@link MPI#TAG_UB}, {@link MPI#HOST} and {@link MPI#IO}
     * @param value any number
     */
    public void Attr_put(int keyval, int value) {
        locate("Attr_put");
        attributes.put(keyval, value);
    }

    /**
     * Forgets the value of an attribute, if there is one.
     *
     * @param keyval any number; those that MPI knows are {@link MPI#TAG_UB}, {@link MPI#HOST} and {@link MPI#IO}
     */
    public void Attr_delete(int keyval) {
        locate("Attr_delete");
        attributes.remove(keyval);
    }

    /**
     * {@link MPI#CART}, {@link MPI#GRAPH}, or {@link MPI#UNDEFINED} where there is no topology.
     *
     * @return one of the three
     */
    public int Topo_test() {
        locate("Topo_test");
        return MPI.UNDEFINED;
    }

    /**
     * Ends every rank of the job; the launcher exits with this code.
     *
     * @param errorcode exit status of the job
     */
    public void Abort(int errorcode) {
        Check.running("Abort");
        System.err.println("rmi4mpi: rank " + Job.rank() + " of " + Job.size() + " on host " + Job.host()
                + ": the program has called Abort(" + errorcode + "); the job ends");
        Job.abort(errorcode);
    }

    /**
     * Notes an error handler. Errors are always thrown as an {@link MPIException}: one that is not caught ends the job,
     * which is what {@link MPI#ERRORS_ARE_FATAL} asks for, and one that is caught goes on, as {@link
     * MPI#ERRORS_RETURN}.
     *
     * @param errhandler {@link MPI#ERRORS_RETURN} or {@link MPI#ERRORS_ARE_FATAL}
     */
    public void Errhandler_set(Errhandler errhandler) {
        locate("Errhandler_set");
        Check.argument("Errhandler_set", errhandler != null, "errhandler", "null", "an error handler");
        this.errhandler = errhandler;
    }

    /**
     * As {@link #Errhandler_set}.
     *
     * @param errhandler {@link MPI#ERRORS_RETURN} or {@link MPI#ERRORS_ARE_FATAL}
     */
    public void Errorhandler_set(Errhandler errhandler) {
        Errhandler_set(errhandler);
    }

    /**
     * As {@link #Errhandler_get}.
     *
     * @return the handler that was noted last
     */
    public Errhandler Errorhandler_get() {
        return Errhandler_get();
    }

    /**
     * The error handler that {@link #Errhandler_set} has noted; {@link MPI#ERRORS_RETURN} at first.
     *
     * @return the handler that was noted last
     */
    public Errhandler Errhandler_get() {
        locate("Errhandler_get");
        return errhandler;
    }

    private Place checkSend(String call, Object buf, int offset, int count, Datatype type, int dest, int tag) {
        locate(call);
        Place place = Place.read(call, "buf", buf, type).check(offset, count);
        Check.peer(call, "dest", dest, peers());
        Check.tag(call, tag);
        peersInWorld(); // takes memory the first time, and none when the message has left
        return place;
    }

    private void checkReceive(String call, int source, int tag) {
        locate(call);
        Check.source(call, source, peers());
        Check.receiveTag(call, tag);
    }

    /** A small message has left when its send was started: then no request is needed. */
    private void sendAndWait(
            SendMode mode, String call, Object buf, int offset, int count, Datatype type, int dest, int tag) {
        Place place = checkSend(call, buf, offset, count, type, dest, tag);
        if (type.isObject()) {
            send(new Request(), mode, call, buf, offset, count, type, dest, tag).Wait();
            return;
        }
        ThreadMemory own = ThreadMemory.get();
        Message message = Message.leaving(place, offset, count, own);
        RequestSlot slot = own.slot();
        int code = mode.start(message.address(), message.elements(), message.type(), dest, tag, handle, slot);
        stir(dest);
        if (code == Mpi.SUCCESS && slot.isDone()) {
            message.release();
        } else {
            goOn(call, message.buf(), null, message.memory(), message.copy(), own, code);
        }
    }

    /**
     * Waits for an operation that was not over at once. It takes over what the thread's own memory was borrowed for; that
     * it is not given the message itself leaves that one without a place on the heap where the operation is over.
     */
    private static Status goOn(String call, Object buf, Message arriving, Memory memory, NativeBuffer copy,
            ThreadMemory own, int code) {
        Memory[] owned = Message.owned(memory, copy, own);
        return new Request()
                .adopt(call, buf, arriving, own.takeSlot(), owned)
                .started(code)
                .Wait();
    }

    private Request send(Request request, SendMode mode, String call, Object buf, int offset, int count, Datatype type,
            int dest, int tag) {
        Place place = checkSend(call, buf, offset, count, type, dest, tag);
        if (type.isObject()) {
            byte[] bytes = ObjectCodec.write(call, place.buf(), offset, count, type);
            int inWorld = dest == MPI.PROC_NULL ? dest : peersInWorld()[dest];
            int objects = (int) type.elements(count);
            ObjectMessages.send(request, mode, call, bytes, objects, dest, inWorld, tag, handle);
            stir(dest);
            return request;
        }
        Message message = Message.leaving(place, offset, count);
        RequestSlot slot = request.begin(call, message.buf(), null, message.owned());
        int code = mode.start(message.address(), message.elements(), message.type(), dest, tag, handle, slot);
        stir(dest);
        return request.started(code);
    }

    /** The receiver may sleep until a message comes. */
    private void stir(int dest) {
        if (dest != MPI.PROC_NULL) {
            Job.stir(peersInWorld()[dest]);
        }
    }

    private Request bsend(Request request, String call, Object buf, int offset, int count, Datatype type, int dest,
            int tag) {
        Place place = checkSend(call, buf, offset, count, type, dest, tag);
        Object copy = place.isShared(count) ? copyOf(buf, offset, count, type) : buf;
        long bytes = type.isObject()
                ? ObjectCodec.write(call, place.buf(), offset, count, type).length
                : type.elements(count) * type.elementSize();
        BufferedSends.send(call, bytes, () -> send(new Request(), SendMode.STANDARD, call, copy,
                copy == buf ? offset : 0, count, type, dest, tag));
        return request.finished(new Status());
    }

    private Request receive(
            Request request, String call, Object buf, int offset, int count, Datatype type, int source, int tag) {
        checkReceive(call, source, tag);
        Place place = new Place(call, "buf", buf, type).writable().check(offset, count);
        if (source == MPI.PROC_NULL) {
            Status status = new Status();
            status.ofNobody();
            return request.finished(status);
        }
        FoundMessages.Found before = found.take(source, tag);
        if (type.isObject()) {
            return ObjectMessages.receive(request, call, place, offset, count, source, tag, handle, before);
        } else if (before != null) {
            Message message = Message.of(
                    buf, offset, count, type, before.memory().address(), before.memory(), before.memory());
            return request.adopt(call, buf, message, before.slot(), before.memory()).started(Mpi.SUCCESS);
        }
        Message message = Message.entering(place, offset, count);
        RequestSlot slot = request.begin(call, message.buf(), message, message.owned());
        return request.started(
                Mpi.irecv(message.address(), message.elements(), message.type(), source, tag, handle, slot));
    }
}

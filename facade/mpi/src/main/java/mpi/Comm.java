package mpi;

import org.rmi4mpi.bridge.Job;
import org.rmi4mpi.bridge.WorldAttributes;
import org.rmi4mpi.message.Attributes;
import org.rmi4mpi.message.Communicator;
import org.rmi4mpi.message.CommunicatorMaker;
import org.rmi4mpi.message.DistGraph;
import org.rmi4mpi.message.Grid;
import org.rmi4mpi.message.LiveHandles;
import org.rmi4mpi.message.RankGroup;
import org.rmi4mpi.message.data.Check;

/**
 * A communicator: an ordered group of ranks that exchange messages among themselves, or with those of another group.
 *
 * <p>It inherits its methods from interfaces, one for each topic and spelling. Their names begin with MpiJava or
 * OpenMpi.
 *
 * <p>A buffer is an array of a primitive type, an array of objects for {@link MPI#OBJECT}, or a java.nio buffer. A
 * direct buffer is not copied. Offsets are in elements of the datatype's base type, counts in copies of the datatype.
 * Tags begin at 0. A method throws an {@link MPIException} where an argument is wrong or MPI fails. Source: mpiJava
 * 1.2, after MPI 1.1, chapters 3 and 5.
 */
public non-sealed class Comm implements Freeable, Cloneable, AutoCloseable, Sends, Receives, PersistentRequests, Packs,
        CommProperties, OpenMpiCollectives, OpenMpiNeighbors, OpenMpiReductions, RankStreams {
    /** Like {@link MPI#COMM_TYPE_SHARED}, in the spelling of Open MPI. */
    public static final int TYPE_SHARED = MPI.COMM_TYPE_SHARED;

    final Communicator engine;
    private volatile Errhandler errhandler = MPI.ERRORS_RETURN;
    /** The request of {@link #iDup}. */
    private volatile Request request = MPI.REQUEST_NULL;

    Comm(Communicator engine) {
        this.engine = engine;
        if (!engine.isNull()) {
            LiveHandles.add("communicator", engine);
        }
    }

    static Communicator engine(Comm comm) {
        return comm == null ? null : comm.engine;
    }

    /** @throws MPIException where the communicator is null */
    static Communicator engineOf(String call, Comm comm) {
        Check.argument(call, comm != null, "communicator", "null", "a communicator");
        return comm.engine;
    }

    /** Wraps a communicator in its class of this package; null for null. */
    static Comm of(Communicator engine) {
        if (engine == null) {
            return null;
        } else if (engine.isInter()) {
            return new Intercomm(engine);
        } else if (engine.topology() == null) {
            return new Intracomm(engine);
        }
        return engine.topology() instanceof Grid ? new Cartcomm(engine) : new Graphcomm(engine);
    }

    /** Wraps a new communicator, which gets the error handler of this one. */
    final Comm alike(Communicator made) {
        Comm copy = of(made);
        copy.errhandler = errhandler;
        return copy;
    }

    /**
     * A communicator of the same ranks with the same attributes. Its messages are separate. Every rank must call it; in
     * an {@link Intercomm}, the ranks of both groups.
     *
     * @return a communicator of the same class
     */
    @Override
    public Comm clone() {
        return alike(CommunicatorMaker.dup(engine, "clone"));
    }

    /**
     * Number of ranks in the caller's group. After a first call it can also be called after {@link MPI#Finalize}.
     *
     * @return 1 or more
     */
    public int Size() {
        return engine.size("Size");
    }

    /**
     * Rank of the caller, from 0. After a first call it can also be called after {@link MPI#Finalize}.
     *
     * @return below {@link #Size}
     */
    public int Rank() {
        return engine.rank("Rank");
    }

    /**
     * The ranks of the caller's group.
     *
     * @return a new group
     */
    public Group Group() {
        return new Group(RankGroup.of(engine, "Group", false));
    }

    /**
     * Whether messages go to another group.
     *
     * @return true for an {@link Intercomm}
     */
    public boolean Test_inter() {
        engine.locate("Test_inter");
        return engine.isInter();
    }

    /**
     * Whether the communicator was freed.
     *
     * @return true after {@link #Free}
     */
    public boolean Is_null() {
        return engine.isNull();
    }

    /** Frees the communicator. Every rank of it must call this. A communicator can be freed once. */
    @Override
    public void Free() {
        CommunicatorMaker.free(engine, "Free");
    }

    /** Like {@link #Free}, in the spelling of Open MPI. */
    @Override
    public void free() {
        CommunicatorMaker.free(engine, "free");
    }

    /** Like {@link #Free}, at the end of a try statement. Does nothing if it was freed before. */
    @Override
    public void close() {
        if (!engine.isNull()) {
            CommunicatorMaker.free(engine, "close");
        }
    }

    /**
     * Compares two communicators: {@link MPI#IDENT}, CONGRUENT, SIMILAR or UNEQUAL. MPI 1.1, 5.4.1. {@link
     * MPI#COMM_NULL} is not allowed.
     *
     * @param comm1 a communicator
     * @param comm2 another
     * @return one of the four
     */
    public static int Compare(Comm comm1, Comm comm2) {
        return CommunicatorMaker.compare("Compare", engine(comm1), engine(comm2));
    }

    /**
     * Joins two groups by an inter-communicator. Every rank of both groups must call it, on a communicator that has the
     * leaders of both groups as members. MPI 1.1, 5.6.2.
     *
     * @param local_comm communicator of the caller's group
     * @param local_leader rank of its leader in it
     * @param remote_leader rank of the other group's leader in this communicator
     * @param tag of the leaders' messages; no other messages may use it meanwhile
     * @return the inter-communicator, at the ranks of both groups
     */
    public Intercomm Create_intercomm(Comm local_comm, int local_leader, int remote_leader, int tag) {
        return (Intercomm) of(CommunicatorMaker.join(
                engine, "Create_intercomm", engine(local_comm), local_leader, remote_leader, tag));
    }

    /** The value of an attribute of the program or of MPI; null where there is none. */
    final Object attribute(String call, int keyval) {
        engine.locate(call);
        Object value = engine.attributes().get(keyval);
        if (value != null) {
            return value;
        } else if (keyval == MPI.TAG_UB) {
            return WorldAttributes.largestTag();
        } else if (keyval == MPI.HOST) {
            return MPI.PROC_NULL;
        } else if (keyval == MPI.IO) {
            return MPI.ANY_SOURCE;
        } else if (keyval == MPI.WTIME_IS_GLOBAL) {
            return 0;
        } else if (keyval == MPI.APPNUM) {
            return WorldAttributes.applicationNumber();
        } else if (keyval == MPI.LASTUSEDCODE) {
            return MPI.ERR_LASTCODE;
        } else if (keyval == MPI.UNIVERSE_SIZE) {
            return WorldAttributes.universeSize();
        }
        return null;
    }

    final int topology(String call) {
        engine.locate(call);
        if (engine.topology() == null) {
            return MPI.UNDEFINED;
        } else if (engine.topology() instanceof DistGraph) {
            return MPI.DIST_GRAPH;
        }
        return engine.topology() instanceof Grid ? MPI.CART : MPI.GRAPH;
    }

    final void end(String call, int errorcode) {
        Check.running(call);
        System.err.println("rmi4mpi: rank " + Job.rank() + " of " + Job.size() + " on host " + Job.host()
                + ": the program has called " + call + "(" + errorcode + "); the job ends");
        Job.abort(errorcode);
    }

    final void handleBy(String call, Errhandler handler) {
        engine.locate(call);
        Check.argument(call, handler != null, "errhandler", "null", "an error handler");
        errhandler = handler;
        engine.setFatal(handler.equals(MPI.ERRORS_ARE_FATAL));
    }

    final Errhandler handler(String call) {
        engine.locate(call);
        return errhandler;
    }

    /**
     * Like {@link #clone}.
     *
     * @return a communicator of the same class
     */
    public Comm dup() {
        return alike(CommunicatorMaker.dup(engine, "dup"));
    }

    /**
     * Starts to make a duplicate. It can be used when its {@link #getRequest} is complete.
     *
     * @return a communicator of the same class
     */
    public Comm iDup() {
        Request request = new Request();
        Comm copy = alike(CommunicatorMaker.startDup(request, engine, "iDup"));
        copy.request = request;
        LiveHandles.add("communicator", copy.engine);
        return copy;
    }

    /**
     * Like {@link #dup}, but with other hints.
     *
     * @param info hints; may be {@link MPI#INFO_NULL}
     * @return a communicator of the same class
     */
    public Comm dupWithInfo(Info info) {
        return alike(CommunicatorMaker.dup(engine, "dupWithInfo", Info.hints("dupWithInfo", info)));
    }

    /**
     * The request of {@link #iDup}.
     *
     * @return a null request for a communicator that another method has made
     */
    public Request getRequest() {
        return request;
    }

    /**
     * Like {@link #Size}.
     *
     * @return 1 or more
     */
    public final int getSize() {
        return engine.size("getSize");
    }

    /**
     * Like {@link #Rank}.
     *
     * @return below {@link #getSize}
     */
    public final int getRank() {
        return engine.rank("getRank");
    }

    /**
     * Like {@link #Compare}.
     *
     * @param comm1 a communicator
     * @param comm2 another
     * @return {@link MPI#IDENT}, CONGRUENT, SIMILAR or UNEQUAL
     */
    public static int compare(Comm comm1, Comm comm2) {
        return CommunicatorMaker.compare("compare", engine(comm1), engine(comm2));
    }

    /**
     * Like {@link #Is_null}.
     *
     * @return true after {@link #free}
     */
    public final boolean isNull() {
        return engine.isNull();
    }

    /** Waits until the communicator's messages have ended, and frees it. Every rank of it must call this. */
    public final void disconnect() {
        CommunicatorMaker.disconnect(engine, "disconnect");
    }

    /**
     * Like {@link #Group}.
     *
     * @return a new group
     */
    public final Group getGroup() {
        return new Group(RankGroup.of(engine, "getGroup", false));
    }

    /**
     * Like {@link #Test_inter}.
     *
     * @return true for an {@link Intercomm}
     */
    public final boolean isInter() {
        engine.locate("isInter");
        return engine.isInter();
    }

    /**
     * Like {@link #Create_intercomm}.
     *
     * @param localComm communicator of the caller's group
     * @param localLeader rank of its leader in it
     * @param remoteLeader rank of the other group's leader in this communicator
     * @param tag of the leaders' messages; no other messages may use it meanwhile
     * @return the inter-communicator, at the ranks of both groups
     */
    public final Intercomm createIntercomm(Comm localComm, int localLeader, int remoteLeader, int tag) {
        return (Intercomm) of(CommunicatorMaker.join(
                engine, "createIntercomm", engine(localComm), localLeader, remoteLeader, tag));
    }

    /**
     * Makes a key for {@link #setAttr}.
     *
     * @return a new key
     */
    public static int createKeyval() {
        return Attributes.createKey();
    }

    /**
     * Frees a key. No attribute can be set by it afterwards.
     *
     * @param keyval a key of {@link #createKeyval}
     */
    public static void freeKeyval(int keyval) {
        Attributes.freeKey("freeKeyval", keyval);
    }

    /**
     * Combines the elements of two buffers. The result is in the second one.
     *
     * @param inBuf an array or a java.nio buffer of the base type
     * @param inOutBuf the elements to combine with it, replaced by the result
     * @param count copies of the datatype
     * @param type datatype of both buffers
     * @param op the operation
     */
    public static void reduceLocal(Object inBuf, Object inOutBuf, int count, Datatype type, Op op) {
        Op.combine("reduceLocal", OpenMpiSpans.sent("reduceLocal", "inBuf", inBuf, count, type),
                OpenMpiSpans.received("reduceLocal", "inOutBuf", inOutBuf, count, type), op);
    }

    final void callHandler(int errorCode) {
        engine.locate("callErrhandler");
        if (engine.isFatal()) {
            throw engine.raised(Check.ofCode("callErrhandler", errorCode));
        }
    }

    final void rename(String name) {
        engine.locate("setName");
        Check.argument("setName", name != null, "name", "null", "a text");
        engine.setName(name);
    }

    final String name() {
        engine.locate("getName");
        return engine.name();
    }
}

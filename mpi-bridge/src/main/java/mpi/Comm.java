package mpi;

import org.rmi4mpi.bridge.Job;
import org.rmi4mpi.message.Check;
import org.rmi4mpi.message.Communicator;
import org.rmi4mpi.message.DistGraph;
import org.rmi4mpi.message.Grid;
import org.rmi4mpi.message.Membership;
import org.rmi4mpi.message.RankGroup;

/**
 * A communicator: an ordered group of ranks that exchange messages among themselves, or with those of another group.
 *
 * <p>Its methods are inherited, by topic and spelling, from the interfaces that are named after mpiJava and Open MPI.
 *
 * <p>A buffer is an array of a primitive type, or of objects for {@link MPI#OBJECT}, or a java.nio buffer; a direct one
 * is not copied. Offsets are in elements of the datatype's base type, counts in copies of the datatype, tags from 0. A
 * method throws an {@link MPIException} where an argument is wrong or MPI fails. Source: mpiJava 1.2, after MPI 1.1,
 * chapters 3 and 5.
 */
public non-sealed class Comm implements Freeable, Cloneable, AutoCloseable, MpiJavaSends, MpiJavaReceives,
        MpiJavaPersistent, MpiJavaPacking, MpiJavaAttributes {
    final Communicator engine;
    private volatile Errhandler errhandler = MPI.ERRORS_RETURN;

    Comm(Communicator engine) {
        this.engine = engine;
    }

    static Communicator engine(Comm comm) {
        return comm == null ? null : comm.engine;
    }

    /** The class of this package for a communicator; null where there is none. */
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

    /** A new communicator, which takes over the error handler. */
    final Comm alike(Communicator made) {
        Comm copy = of(made);
        copy.errhandler = errhandler;
        return copy;
    }

    /**
     * A communicator of the same ranks, with messages of its own and the same attributes. Every rank must call it,
     * those of both groups of an {@link Intercomm}.
     *
     * @return a communicator of the same class
     */
    @Override
    public Comm clone() {
        return alike(Membership.dup(engine, "clone"));
    }

    /**
     * Number of ranks in the caller's group. Once asked for, it is known after {@link MPI#Finalize} as well.
     *
     * @return 1 or more
     */
    public int Size() {
        return engine.size("Size");
    }

    /**
     * Rank of the caller, from 0. Once asked for, it is known after {@link MPI#Finalize} as well.
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

    /** Frees the communicator; every rank of it must do so. */
    @Override
    public void Free() {
        Membership.free(engine, "Free");
    }

    /** As {@link #Free}, in the spelling of Open MPI. */
    @Override
    public void free() {
        Membership.free(engine, "free");
    }

    /** As {@link #Free}, at the end of a try statement. */
    @Override
    public void close() {
        if (!engine.isNull()) {
            Membership.free(engine, "close");
        }
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
        return Membership.compare("Compare", engine(comm1), engine(comm2));
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
        return (Intercomm) of(Membership.join(
                engine, "Create_intercomm", engine(local_comm), local_leader, remote_leader, tag));
    }

    /** The value of an attribute, one of MPI's own included; null where there is none. */
    final Object attribute(String call, int keyval) {
        engine.locate(call);
        Object value = engine.attributes().get(keyval);
        if (value != null) {
            return value;
        } else if (keyval == MPI.TAG_UB) {
            return Job.largestTag();
        } else if (keyval == MPI.HOST) {
            return MPI.PROC_NULL;
        } else if (keyval == MPI.IO) {
            return MPI.ANY_SOURCE;
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
}

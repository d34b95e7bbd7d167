package mpi;

import java.nio.Buffer;
import java.nio.ByteBuffer;
import org.rmi4mpi.message.Attributes;
import org.rmi4mpi.message.RankGroup;
import org.rmi4mpi.message.data.Check;
import org.rmi4mpi.message.window.Window;
import org.rmi4mpi.message.window.WindowMaker.Kind;
import org.rmi4mpi.message.window.WindowMaker;

/**
 * Memory of each rank of a communicator that the other ranks read and write, without a call of the rank that has it.
 * Operations are made between two calls that synchronise the ranks: two calls of {@link #fence}, or {@link #start} and
 * {@link #complete}, or {@link #lock} and {@link #unlock}.
 *
 * <p>The size and the unit of displacements are in elements of the buffer. After {@link #free}, a program may use its
 * own buffers. The memory that the window has made is lost then. Source: Open MPI's Java bindings, after MPI 3.1,
 * chapter 11.
 */
public final class Win implements Freeable, AutoCloseable, OpenMpiOneSided, OpenMpiEpochs {
    /** Each rank has separate memory. */
    public static final int FLAVOR_PRIVATE = 0;
    /** The ranks of a node share the memory: each rank may read and write all of it, see {@link #getShared}. */
    public static final int FLAVOR_SHARED = 1;

    final Window engine;
    private volatile Errhandler errhandler = MPI.ERRORS_RETURN;

    /**
     * A window over a buffer; every rank of the communicator must call this.
     *
     * @param base a direct buffer; null if the size is 0
     * @param size of the window, in elements of the buffer; a window that is longer ends with its buffer
     * @param dispUnit unit of displacements, in elements of the buffer
     * @param info hints; may be {@link MPI#INFO_NULL}
     * @param comm the communicator
     */
    public Win(Buffer base, int size, int dispUnit, Info info, Comm comm) {
        Check.argument("Win", base != null || size == 0, "base", "null", "a direct buffer");
        int within = base == null ? size : Math.min(size, base.limit());
        engine = WindowMaker.make(Comm.engineOf("Win", comm), Kind.OWN, base, within, dispUnit,
                Info.hints("Win", info));
    }

    /**
     * A window over a buffer, or over new memory, which is the attribute {@link MPI#WIN_BASE}. Every rank of the
     * communicator must call this.
     *
     * @param size of the window, in elements of the buffer; in bytes if the buffer is null
     * @param dispUnit unit of displacements, in the unit of the size
     * @param info hints; may be {@link MPI#INFO_NULL}
     * @param comm the communicator
     * @param base a direct buffer; if it is null, or shorter than the size, the window has new memory
     * @param flavor {@link #FLAVOR_PRIVATE} or {@link #FLAVOR_SHARED}
     */
    public Win(int size, int dispUnit, Info info, Comm comm, Buffer base, int flavor) {
        Check.argument("Win", flavor == FLAVOR_PRIVATE || flavor == FLAVOR_SHARED, "flavor", flavor,
                "Win.FLAVOR_PRIVATE (0) or Win.FLAVOR_SHARED (1)");
        Kind kind = flavor == FLAVOR_SHARED ? Kind.SHARED : Kind.OWN;
        engine = WindowMaker.makeFitting(
                Comm.engineOf("Win", comm), kind, base, size, dispUnit, Info.hints("Win", info));
    }

    /**
     * A dynamic window, to which memory is attached later; every rank of the communicator must call this. A
     * displacement counts the bytes of the target's attached memory: see {@link #getDisplacement}.
     *
     * @param info hints; may be {@link MPI#INFO_NULL}
     * @param comm the communicator
     */
    public Win(Info info, Comm comm) {
        engine = WindowMaker.make(Comm.engineOf("Win", comm), Kind.DYNAMIC, null, 0, 1, Info.hints("Win", info));
    }

    /**
     * Attaches a buffer, which the other ranks can use then. A rank has at most 64 attached buffers at a time.
     *
     * @param base a direct buffer
     * @param size in elements of the buffer
     */
    public void attach(Buffer base, int size) {
        engine.attach("attach", base, size);
    }

    /**
     * Detaches a buffer of {@link #attach}.
     *
     * @param base the buffer
     */
    public void detach(Buffer base) {
        engine.detach("detach", base);
    }

    /**
     * The displacement at which an attached buffer begins. The first buffer begins at 0. Each further one begins at the
     * next multiple of 16 after all that are attached.
     *
     * @param base the buffer
     * @return the displacement for the other ranks, in bytes
     */
    public int getDisplacement(Buffer base) {
        return engine.displacement("getDisplacement", base);
    }

    /**
     * The memory of a rank, in a window of {@link #FLAVOR_SHARED} that was made without a buffer. Call {@link #sync}
     * after a rank has written, and before another rank reads.
     *
     * @param rank in the window
     * @return its memory, in native byte order
     */
    public ByteBuffer getShared(int rank) {
        return engine.shared("getShared", rank);
    }

    /**
     * The ranks of the window.
     *
     * @return a new group
     */
    public Group getGroup() {
        engine.live("getGroup");
        return new Group(RankGroup.of(engine.comm(), "getGroup", false));
    }

    /**
     * Sets the error handler. With {@link MPI#ERRORS_RETURN}, the handler at first, an error throws an {@link
     * MPIException}. With {@link MPI#ERRORS_ARE_FATAL} an error ends the job.
     *
     * @param errhandler {@link MPI#ERRORS_RETURN} or {@link MPI#ERRORS_ARE_FATAL}
     */
    public void setErrhandler(Errhandler errhandler) {
        engine.live("setErrhandler");
        Check.argument("setErrhandler", errhandler != null, "errhandler", "null", "an error handler");
        this.errhandler = errhandler;
        engine.comm().setFatal(errhandler.equals(MPI.ERRORS_ARE_FATAL));
    }

    /**
     * The error handler.
     *
     * @return the handler that was set last
     */
    public Errhandler getErrhandler() {
        engine.live("getErrhandler");
        return errhandler;
    }

    /**
     * Calls the error handler: {@link MPI#ERRORS_RETURN} does nothing, {@link MPI#ERRORS_ARE_FATAL} ends the job.
     *
     * @param errorCode an error code
     */
    public void callErrhandler(int errorCode) {
        engine.live("callErrhandler");
        if (engine.comm().isFatal()) {
            throw engine.comm().raised(Check.ofCode("callErrhandler", errorCode));
        }
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
     * Keeps a value with the window.
     *
     * @param keyval a key of {@link #createKeyval}
     * @param value the value; null for none
     */
    public void setAttr(int keyval, Object value) {
        Attributes.checkKey("setAttr", keyval);
        engine.live("setAttr");
        engine.attributes().put(keyval, value);
    }

    /**
     * The value of an attribute of the program or of MPI. {@link MPI#WIN_BASE} is the buffer, and null in a dynamic
     * window. {@link MPI#WIN_SIZE} and {@link MPI#WIN_DISP_UNIT} are Integers, in bytes. A size that is larger than an
     * Integer is a Long.
     *
     * @param keyval a key of {@link #createKeyval}, or of {@link MPI}
     * @return the value; null where there is none
     */
    public Object getAttr(int keyval) {
        engine.live("getAttr");
        if (keyval == MPI.WIN_BASE) {
            return engine.memory();
        } else if (keyval == MPI.WIN_DISP_UNIT) {
            return engine.unit();
        } else if (keyval == MPI.WIN_SIZE) {
            long size = engine.size();
            return size > Integer.MAX_VALUE ? (Object) size : (Object) (int) size;
        }
        Attributes.checkKey("getAttr", keyval);
        return engine.attributes().get(keyval);
    }

    /**
     * Removes an attribute.
     *
     * @param keyval a key
     */
    public void deleteAttr(int keyval) {
        Attributes.checkKey("deleteAttr", keyval);
        engine.live("deleteAttr");
        engine.attributes().remove(keyval);
    }

    /**
     * The hints that were given.
     *
     * @return a copy
     */
    public Info getInfo() {
        return Info.of(engine.hints("getInfo"));
    }

    /**
     * Sets hints, which have no effect on an existing window.
     *
     * @param info hints; may be {@link MPI#INFO_NULL}
     */
    public void setInfo(Info info) {
        engine.hints("setInfo", Info.hints("setInfo", info));
    }

    /**
     * The name of the window.
     *
     * @return empty where there is none
     */
    public String getName() {
        engine.live("getName");
        return engine.name();
    }

    /**
     * Names the window.
     *
     * @param name any text
     */
    public void setName(String name) {
        engine.live("setName");
        Check.argument("setName", name != null, "name", "null", "a text");
        engine.name(name);
    }

    /**
     * Whether the window was freed.
     *
     * @return true after {@link #free}
     */
    public boolean isNull() {
        return engine.isNull();
    }

    /** Frees the window. Every rank of it must call this. The program may go on using its buffers. */
    @Override
    public void free() {
        engine.free("free");
    }

    /** Like {@link #free}, at the end of a try statement. Does nothing if it was freed before. */
    @Override
    public void close() {
        if (!engine.isNull()) {
            engine.free("close");
        }
    }
}

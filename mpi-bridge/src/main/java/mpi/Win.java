package mpi;

import java.nio.Buffer;
import java.nio.ByteBuffer;
import org.rmi4mpi.message.Attributes;
import org.rmi4mpi.message.Check;
import org.rmi4mpi.message.RankGroup;
import org.rmi4mpi.message.Window;
import org.rmi4mpi.message.WindowMaker;
import org.rmi4mpi.message.WindowMaker.Kind;

/**
 * Memory of each rank of a communicator that the others read and write, without a call of the rank that has it. Operations
 * are made between calls that synchronise the ranks: two of {@link #fence}, or {@link #start} and {@link #complete}, or
 * {@link #lock} and {@link #unlock}.
 *
 * <p>A size is in elements of the buffer, and so is the unit of displacements. A program's own buffers may
 * be used after {@link #free}. What the window has made is lost then.
 * Source: Open MPI's Java bindings, after MPI 3.1, chapter 11.
 */
public final class Win implements Freeable, AutoCloseable, OpenMpiOneSided, OpenMpiEpochs {
    /** Memory of each rank's own. */
    public static final int FLAVOR_PRIVATE = 0;
    /** Memory that the ranks of a node share: each may read and write all of it, see {@link #getShared}. */
    public static final int FLAVOR_SHARED = 1;

    final Window engine;
    private volatile Errhandler errhandler = MPI.ERRORS_RETURN;

    /**
     * A window over a buffer; every rank of the communicator must call this.
     *
     * @param base a direct buffer; null for none, where the size is 0
     * @param size of the window, in elements of the buffer; a window that is longer ends with its buffer
     * @param dispUnit unit of displacements in it, in elements of the buffer
     * @param info hints; may be {@link MPI#INFO_NULL}
     * @param comm the communicator
     */
    public Win(Buffer base, int size, int dispUnit, Info info, Comm comm) {
        Check.argument("Win", base != null || size == 0, "base", "null", "a direct buffer");
        int within = base == null ? size : Math.min(size, base.limit());
        engine = WindowMaker.make(Comm.engineOf("Win", comm), Kind.OWN, base, within, dispUnit, Info.hints("Win", info));
    }

    /**
     * A window over a buffer, or over memory that is made for it, which {@link #getAttr} gives for {@link MPI#WIN_BASE};
     * every rank of the communicator must call this.
     *
     * @param size of the window, in elements of the buffer; in bytes where there is none
     * @param dispUnit unit of displacements in it, in the same
     * @param info hints; may be {@link MPI#INFO_NULL}
     * @param comm the communicator
     * @param base a direct buffer; null, or one that is shorter than the size, for new memory
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
     * A dynamic window, to which memory is attached later; every rank of the communicator must call this. A displacement
     * counts the bytes of what the target has attached: see {@link #getDisplacement}.
     *
     * @param info hints; may be {@link MPI#INFO_NULL}
     * @param comm the communicator
     */
    public Win(Info info, Comm comm) {
        engine = WindowMaker.make(Comm.engineOf("Win", comm), Kind.DYNAMIC, null, 0, 1, Info.hints("Win", info));
    }

    /**
     * Lets the other ranks use a buffer of this one; 64 of them at most, at a time.
     *
     * @param base a direct buffer
     * @param size in elements of the buffer
     */
    public void attach(Buffer base, int size) {
        engine.attach("attach", base, size);
    }

    /**
     * Ends what {@link #attach} began.
     *
     * @param base the buffer
     */
    public void detach(Buffer base) {
        engine.detach("detach", base);
    }

    /**
     * Where an attached buffer begins. The first one begins at 0, and each further one at the next multiple of 16 after
     * all that are attached.
     *
     * @param base the buffer
     * @return the displacement by which other ranks name it, in bytes
     */
    public int getDisplacement(Buffer base) {
        return engine.displacement("getDisplacement", base);
    }

    /**
     * The memory of a rank, of a window of {@link #FLAVOR_SHARED} that was made without a buffer. Call {@link #sync} between
     * what one rank writes and another one reads.
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
     * Sets what happens on an error: with {@link MPI#ERRORS_RETURN}, at first, an {@link MPIException} is thrown; with
     * {@link MPI#ERRORS_ARE_FATAL} the job ends.
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
     * What happens on an error.
     *
     * @return the handler that was set last
     */
    public Errhandler getErrhandler() {
        engine.live("getErrhandler");
        return errhandler;
    }

    /**
     * Does what the error handler does with an error: nothing, or it ends the job.
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
     * Gives a key back; no attribute can be set by it any more.
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
     * The value of an attribute: one that was set, or one of MPI's own. {@link MPI#WIN_BASE} is the buffer, null in a
     * dynamic window; {@link MPI#WIN_SIZE} and {@link MPI#WIN_DISP_UNIT} are Integers, in bytes, or a Long where an
     * Integer does not hold the size.
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
     * Forgets the value of an attribute.
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
     * Gives hints, which change nothing in a window that is there.
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

    /** Frees the window; every rank of it must do so. Its buffers may be used further on. */
    @Override
    public void free() {
        engine.free("free");
    }

    /** As {@link #free}, at the end of a try statement. */
    @Override
    public void close() {
        if (!engine.isNull()) {
            engine.free("close");
        }
    }
}

package mpi;

import org.rmi4mpi.message.Check;
import org.rmi4mpi.message.Files;
import org.rmi4mpi.message.OpenFile;
import org.rmi4mpi.message.View;

/**
 * A file that the ranks of a communicator read and write together. What they see of it is a view: at first all bytes.
 * Offsets and pointers count in the view's elementary types.
 *
 * <p>Its reads and writes are inherited, by where they begin: at offsets that are given, at a rank's own pointer, or at the
 * pointer that all ranks share. A buffer is an array of a primitive type, or a java.nio buffer from its index 0 on; a direct
 * one is not copied. A method throws an {@link MPIException} where an argument is wrong or MPI fails, whatever the handler
 * of the communicator is; see {@link #setErrhandler}. Source: Open MPI's Java bindings, after MPI 3.1, chapter 13.
 */
public final class File implements AutoCloseable, OpenMpiFileOffsets, OpenMpiFilePointers, OpenMpiFileShared {
    final OpenFile engine;
    private volatile Errhandler errhandler = MPI.ERRORS_RETURN;

    /**
     * Opens a file; every rank of the communicator has to, with the same name and mode.
     *
     * @param comm the ranks that open it
     * @param filename a path
     * @param amode one of {@link MPI#MODE_RDONLY}, MODE_WRONLY and MODE_RDWR, with others of MODE added
     */
    public File(Comm comm, String filename, int amode) {
        this(comm, filename, amode, MPI.INFO_NULL);
    }

    /**
     * Opens a file with hints; every rank of the communicator has to, with the same name and mode.
     *
     * @param comm the ranks that open it
     * @param filename a path
     * @param amode one of {@link MPI#MODE_RDONLY}, MODE_WRONLY and MODE_RDWR, with others of MODE added
     * @param info hints; may be {@link MPI#INFO_NULL}
     */
    public File(Comm comm, String filename, int amode, Info info) {
        engine = Files.open(
                Comm.engineOf("File", comm), "File", filename, amode, Info.hints("File", info), MPI.BYTE.layout);
    }

    /** Closes the file; every rank has to. Does nothing where it was closed. */
    @Override
    public void close() {
        if (engine.isOpen()) {
            engine.close("close");
        }
    }

    /**
     * Deletes a file; one rank does.
     *
     * @param filename a path
     */
    public static void delete(String filename) {
        Files.delete("delete", filename, null);
    }

    /**
     * Deletes a file, with hints; one rank does.
     *
     * @param filename a path
     * @param info hints; may be {@link MPI#INFO_NULL}
     */
    public static void delete(String filename, Info info) {
        Files.delete("delete", filename, Info.hints("delete", info));
    }

    /**
     * Cuts the file, or makes it longer; every rank has to call it.
     *
     * @param size in bytes, the same at every rank
     */
    public void setSize(long size) {
        Files.setSize(engine, "setSize", size);
    }

    /**
     * Makes room on the disk; every rank has to call it.
     *
     * @param size in bytes, the same at every rank; a longer file stays as it is
     */
    public void preallocate(long size) {
        Files.preallocate(engine, "preallocate", size);
    }

    /**
     * How long the file is.
     *
     * @return in bytes
     */
    public long getSize() {
        return Files.size(engine, "getSize");
    }

    /**
     * The ranks that have opened the file.
     *
     * @return a new group
     */
    public Group getGroup() {
        return new Group(Files.group(engine, "getGroup"));
    }

    /**
     * The mode that the file was opened with.
     *
     * @return a sum of {@link MPI#MODE_RDONLY} and the like
     */
    public int getAMode() {
        return Files.mode(engine, "getAMode");
    }

    /**
     * Gives hints; every rank has to call it.
     *
     * @param info hints
     */
    public void setInfo(Info info) {
        Files.setHints(engine, "setInfo", Info.hints("setInfo", info));
    }

    /**
     * The hints that MPI uses.
     *
     * @return new hints
     */
    public Info getInfo() {
        return Info.of(Files.hints(engine, "getInfo"));
    }

    /**
     * Changes what this rank sees of the file, and takes all pointers to its beginning; every rank has to call it.
     *
     * @param disp where the view begins in the file, in bytes
     * @param etype unit of offsets and pointers, of one extent at all ranks
     * @param filetype whose blocks are seen, over the etype's base type
     * @param datarep "native", or another that MPI knows; the same at every rank
     */
    public void setView(long disp, Datatype etype, Datatype filetype, String datarep) {
        setView(disp, etype, filetype, datarep, MPI.INFO_NULL);
    }

    /**
     * As the other one, with hints.
     *
     * @param disp where the view begins in the file, in bytes
     * @param etype unit of offsets and pointers, of one extent at all ranks
     * @param filetype whose blocks are seen, over the etype's base type
     * @param datarep "native", or another that MPI knows; the same at every rank
     * @param info hints; may be {@link MPI#INFO_NULL}
     */
    public void setView(long disp, Datatype etype, Datatype filetype, String datarep, Info info) {
        Files.setView(engine, "setView",
                new View(disp, Datatype.layout(etype), Datatype.layout(filetype), datarep), Info.hints("setView", info));
    }

    /**
     * What this rank sees of the file.
     *
     * @return as it was set
     */
    public FileView getView() {
        View view = Files.view(engine, "getView");
        return new FileView(view.displacement(), Datatype.of(view.etype()), Datatype.of(view.filetype()),
                view.representation());
    }

    /**
     * Moves this rank's pointer.
     *
     * @param offset in elementary types of the view
     * @param whence what it counts from: {@link MPI#SEEK_SET}, SEEK_CUR or SEEK_END
     */
    public void seek(long offset, int whence) {
        Files.seek(engine, "seek", offset, whence, false);
    }

    /**
     * Where this rank's pointer is.
     *
     * @return in elementary types of the view
     */
    public long getPosition() {
        return Files.position(engine, "getPosition", false);
    }

    /**
     * Where an offset of the view lies in the file.
     *
     * @param offset in elementary types of the view
     * @return in bytes, from the beginning of the file
     */
    public long getByteOffset(long offset) {
        return Files.byteOffset(engine, "getByteOffset", offset);
    }

    /**
     * Moves the pointer that all ranks share; every rank has to call it.
     *
     * @param offset in elementary types of the view, the same at every rank
     * @param whence what it counts from: {@link MPI#SEEK_SET}, SEEK_CUR or SEEK_END
     */
    public void seekShared(long offset, int whence) {
        Files.seek(engine, "seekShared", offset, whence, true);
    }

    /**
     * Where the pointer is that all ranks share.
     *
     * @return in elementary types of the view
     */
    public long getPositionShared() {
        return Files.position(engine, "getPositionShared", true);
    }

    /**
     * What a datatype spans in the file.
     *
     * @param type a datatype
     * @return in bytes
     */
    public int getTypeExtent(Datatype type) {
        return Math.toIntExact(Files.typeExtent(engine, "getTypeExtent", Datatype.layout(type)));
    }

    /**
     * Whether accesses of several ranks that overlap take place one after the other; every rank has to call it.
     *
     * @param atomicity the same at every rank
     */
    public void setAtomicity(boolean atomicity) {
        Files.setAtomicity(engine, "setAtomicity", atomicity);
    }

    /**
     * Whether accesses of several ranks that overlap take place one after the other.
     *
     * @return as it was set
     */
    public boolean getAtomicity() {
        return Files.isAtomic(engine, "getAtomicity");
    }

    /** Takes what was written to the disk, and lets this rank see what others have taken there; every rank has to call it. */
    public void sync() {
        Files.sync(engine, "sync");
    }

    /**
     * Decides what becomes of an error of this file. At first it is thrown as an exception.
     *
     * @param errhandler {@link MPI#ERRORS_RETURN}, or {@link MPI#ERRORS_ARE_FATAL}, by which it ends the job
     */
    public void setErrhandler(Errhandler errhandler) {
        Check.argument("setErrhandler", errhandler != null, "errhandler", "null", "an error handler");
        this.errhandler = errhandler;
        engine.setFatal(errhandler.equals(MPI.ERRORS_ARE_FATAL));
    }

    /**
     * What becomes of an error of this file.
     *
     * @return as it was set
     */
    public Errhandler getErrhandler() {
        return errhandler;
    }

    /**
     * Does what the error handler does with an error: nothing, or it ends the job.
     *
     * @param errorCode a code or class of MPI
     */
    public void callErrhandler(int errorCode) {
        if (errhandler.equals(MPI.ERRORS_ARE_FATAL)) {
            throw Files.failure(engine, "callErrhandler", errorCode);
        }
    }
}

package mpi;

import org.rmi4mpi.message.data.Check;
import org.rmi4mpi.message.file.Files;
import org.rmi4mpi.message.file.OpenFile;
import org.rmi4mpi.message.file.View;

/**
 * A file that the ranks of a communicator read and write together. A rank sees the file through a view, which at first
 * has all bytes. Offsets and pointers count the view's elementary types.
 *
 * <p>It inherits its reads and writes from three interfaces, by the place where they begin: at a given offset, at the
 * rank's own pointer, or at the pointer that all ranks share. A buffer is an array of a primitive type, or a java.nio
 * buffer from its index 0 on. A direct buffer is not copied. A method throws an {@link MPIException} where an argument
 * is wrong or MPI fails. The communicator's error handler has no effect; see {@link #setErrhandler}. Source: Open MPI's
 * Java bindings, after MPI 3.1, chapter 13.
 */
public final class File implements AutoCloseable, OpenMpiFileOffsets, OpenMpiFilePointers, OpenMpiFileShared {
    final OpenFile engine;
    private volatile Errhandler errhandler = MPI.ERRORS_RETURN;

    /**
     * Opens a file. Every rank of the communicator has to call it, with the same name and mode.
     *
     * @param comm the ranks that open it
     * @param filename a path
     * @param amode one of {@link MPI#MODE_RDONLY}, MODE_WRONLY and MODE_RDWR, with others of MODE added
     */
    public File(Comm comm, String filename, int amode) {
        this(comm, filename, amode, MPI.INFO_NULL);
    }

    /**
     * Opens a file with hints. Every rank of the communicator has to call it, with the same name and mode.
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

    /** Closes the file. Every rank has to call it. Does nothing if the file was closed before. */
    @Override
    public void close() {
        if (engine.isOpen()) {
            engine.close("close");
        }
    }

    /**
     * Deletes a file. One rank calls it.
     *
     * @param filename a path
     */
    public static void delete(String filename) {
        Files.delete("delete", filename, null);
    }

    /**
     * Deletes a file, with hints. One rank calls it.
     *
     * @param filename a path
     * @param info hints; may be {@link MPI#INFO_NULL}
     */
    public static void delete(String filename, Info info) {
        Files.delete("delete", filename, Info.hints("delete", info));
    }

    /**
     * Truncates the file, or makes it longer; every rank has to call it.
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
     * The length of the file.
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
     * Sets hints; every rank has to call it.
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
     * Sets this rank's view of the file, and moves all pointers to its beginning; every rank has to call it.
     *
     * @param disp where the view begins in the file, in bytes
     * @param etype elementary type: the unit of offsets and pointers, with the same extent at all ranks
     * @param filetype its blocks are the visible part; over the etype's base type
     * @param datarep "native", or another that MPI knows; the same at every rank
     */
    public void setView(long disp, Datatype etype, Datatype filetype, String datarep) {
        setView(disp, etype, filetype, datarep, MPI.INFO_NULL);
    }

    /**
     * As the method without hints.
     *
     * @param disp where the view begins in the file, in bytes
     * @param etype elementary type: the unit of offsets and pointers, with the same extent at all ranks
     * @param filetype its blocks are the visible part; over the etype's base type
     * @param datarep "native", or another that MPI knows; the same at every rank
     * @param info hints; may be {@link MPI#INFO_NULL}
     */
    public void setView(long disp, Datatype etype, Datatype filetype, String datarep, Info info) {
        Files.setView(engine, "setView",
                new View(disp, Datatype.layout(etype), Datatype.layout(filetype), datarep),
                Info.hints("setView", info));
    }

    /**
     * This rank's view of the file.
     *
     * @return the value that was set
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
     * @param whence start of the count: {@link MPI#SEEK_SET}, SEEK_CUR or SEEK_END
     */
    public void seek(long offset, int whence) {
        Files.seek(engine, "seek", offset, whence, false);
    }

    /**
     * The position of this rank's pointer.
     *
     * @return in elementary types of the view
     */
    public long getPosition() {
        return Files.position(engine, "getPosition", false);
    }

    /**
     * The place in the file of an offset of the view.
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
     * @param whence start of the count: {@link MPI#SEEK_SET}, SEEK_CUR or SEEK_END
     */
    public void seekShared(long offset, int whence) {
        Files.seek(engine, "seekShared", offset, whence, true);
    }

    /**
     * The position of the pointer that all ranks share.
     *
     * @return in elementary types of the view
     */
    public long getPositionShared() {
        return Files.position(engine, "getPositionShared", true);
    }

    /**
     * The bytes that a datatype spans in the file.
     *
     * @param type a datatype
     * @return in bytes
     */
    public int getTypeExtent(Datatype type) {
        return Math.toIntExact(Files.typeExtent(engine, "getTypeExtent", Datatype.layout(type)));
    }

    /**
     * Sets whether overlapping accesses of several ranks take place one after the other; every rank has to call it.
     *
     * @param atomicity the same at every rank
     */
    public void setAtomicity(boolean atomicity) {
        Files.setAtomicity(engine, "setAtomicity", atomicity);
    }

    /**
     * Whether overlapping accesses of several ranks take place one after the other.
     *
     * @return the value that was set
     */
    public boolean getAtomicity() {
        return Files.isAtomic(engine, "getAtomicity");
    }

    /**
     * Writes this rank's data to the disk, and makes data visible to it that other ranks have written there; every rank
     * has to call it.
     */
    public void sync() {
        Files.sync(engine, "sync");
    }

    /**
     * Sets the error handler of this file. At first errors are thrown as exceptions.
     *
     * @param errhandler {@link MPI#ERRORS_RETURN}, or {@link MPI#ERRORS_ARE_FATAL}, which ends the job on an error
     */
    public void setErrhandler(Errhandler errhandler) {
        Check.argument("setErrhandler", errhandler != null, "errhandler", "null", "an error handler");
        this.errhandler = errhandler;
        engine.setFatal(errhandler.equals(MPI.ERRORS_ARE_FATAL));
    }

    /**
     * The error handler of this file.
     *
     * @return the value that was set
     */
    public Errhandler getErrhandler() {
        return errhandler;
    }

    /**
     * Calls the error handler: {@link MPI#ERRORS_RETURN} does nothing, {@link MPI#ERRORS_ARE_FATAL} ends the job.
     *
     * @param errorCode a code or class of MPI
     */
    public void callErrhandler(int errorCode) {
        if (errhandler.equals(MPI.ERRORS_ARE_FATAL)) {
            throw Files.failure(engine, "callErrhandler", errorCode);
        }
    }
}

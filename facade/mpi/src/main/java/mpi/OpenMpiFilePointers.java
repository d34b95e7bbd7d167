package mpi;

import org.rmi4mpi.message.file.FileAccess;
import org.rmi4mpi.message.file.FileTransfers;

/** Reads and writes of a {@link File} at the pointer that each rank has; MPI 3.1, 13.4.3 and 13.4.5. */
public sealed interface OpenMpiFilePointers permits File {
    /**
     * Reads at this rank's pointer, and moves it.
     *
     * @param buf receives the data: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param count copies of the datatype
     * @param type datatype of the buffer
     * @return the amount that was read; less than the count at the end of the file
     */
    default Status read(Object buf, int count, Datatype type) {
        return FileTransfers.access(((File) this).engine, FileAccess.READ, 0,
                OpenMpiSpans.received("read", "buf", buf, count, type), new Status());
    }

    /**
     * Reads at each rank's own pointer; every rank that has opened the file has to call it.
     *
     * @param buf receives the data: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param count copies of the datatype
     * @param type datatype of the buffer
     * @return the amount that was read; less than the count at the end of the file
     */
    default Status readAll(Object buf, int count, Datatype type) {
        return FileTransfers.access(((File) this).engine, FileAccess.READ_ALL, 0,
                OpenMpiSpans.received("readAll", "buf", buf, count, type), new Status());
    }

    /**
     * Starts a {@link #read}; do not use the buffer until the request is complete.
     *
     * @param buf receives the data: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param count copies of the datatype
     * @param type datatype of the buffer
     * @return a request, which a wait or a test has to complete
     */
    default Request iRead(Object buf, int count, Datatype type) {
        return FileTransfers.start(new Request(), ((File) this).engine, FileAccess.READ, 0,
                OpenMpiSpans.received("iRead", "buf", buf, count, type));
    }

    /**
     * Starts a {@link #readAll}; do not use the buffer until the request is complete.
     *
     * @param buf receives the data: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param count copies of the datatype
     * @param type datatype of the buffer
     * @return a request, which a wait or a test has to complete
     */
    default Request iReadAll(Object buf, int count, Datatype type) {
        return FileTransfers.start(new Request(), ((File) this).engine, FileAccess.READ_ALL, 0,
                OpenMpiSpans.received("iReadAll", "buf", buf, count, type));
    }

    /**
     * Begins a {@link #readAll}, which {@link #readAllEnd} ends; a file has one split access at a time.
     *
     * @param buf receives the data: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param count copies of the datatype
     * @param type datatype of the buffer
     */
    default void readAllBegin(Object buf, int count, Datatype type) {
        FileTransfers.begin(((File) this).engine, FileAccess.READ_ALL, 0,
                OpenMpiSpans.received("readAllBegin", "buf", buf, count, type), buf);
    }

    /**
     * Ends the access of {@link #readAllBegin}; every rank that has opened the file has to call it.
     *
     * @param buf the buffer that it was begun with
     * @return the amount that was read; less than the count at the end of the file
     */
    default Status readAllEnd(Object buf) {
        return FileTransfers.end(((File) this).engine, FileAccess.READ_ALL, "readAllEnd", buf, new Status());
    }

    /**
     * Writes at this rank's pointer, and moves it.
     *
     * @param buf the data to write: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param count copies of the datatype
     * @param type datatype of the buffer
     * @return the amount that was written
     */
    default Status write(Object buf, int count, Datatype type) {
        return FileTransfers.access(((File) this).engine, FileAccess.WRITE, 0,
                OpenMpiSpans.sent("write", "buf", buf, count, type), new Status());
    }

    /**
     * Writes at each rank's own pointer; every rank that has opened the file has to call it.
     *
     * @param buf the data to write: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param count copies of the datatype
     * @param type datatype of the buffer
     * @return the amount that was written
     */
    default Status writeAll(Object buf, int count, Datatype type) {
        return FileTransfers.access(((File) this).engine, FileAccess.WRITE_ALL, 0,
                OpenMpiSpans.sent("writeAll", "buf", buf, count, type), new Status());
    }

    /**
     * Starts a {@link #write}; do not use the buffer until the request is complete.
     *
     * @param buf the data to write: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param count copies of the datatype
     * @param type datatype of the buffer
     * @return a request, which a wait or a test has to complete
     */
    default Request iWrite(Object buf, int count, Datatype type) {
        return FileTransfers.start(new Request(), ((File) this).engine, FileAccess.WRITE, 0,
                OpenMpiSpans.sent("iWrite", "buf", buf, count, type));
    }

    /**
     * Starts a {@link #writeAll}; do not use the buffer until the request is complete.
     *
     * @param buf the data to write: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param count copies of the datatype
     * @param type datatype of the buffer
     * @return a request, which a wait or a test has to complete
     */
    default Request iWriteAll(Object buf, int count, Datatype type) {
        return FileTransfers.start(new Request(), ((File) this).engine, FileAccess.WRITE_ALL, 0,
                OpenMpiSpans.sent("iWriteAll", "buf", buf, count, type));
    }

    /**
     * Begins a {@link #writeAll}, which {@link #writeAllEnd} ends; a file has one split access at a time.
     *
     * @param buf the data to write: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param count copies of the datatype
     * @param type datatype of the buffer
     */
    default void writeAllBegin(Object buf, int count, Datatype type) {
        FileTransfers.begin(((File) this).engine, FileAccess.WRITE_ALL, 0,
                OpenMpiSpans.sent("writeAllBegin", "buf", buf, count, type), buf);
    }

    /**
     * Ends the access of {@link #writeAllBegin}; every rank that has opened the file has to call it.
     *
     * @param buf the buffer that it was begun with
     * @return the amount that was written
     */
    default Status writeAllEnd(Object buf) {
        return FileTransfers.end(((File) this).engine, FileAccess.WRITE_ALL, "writeAllEnd", buf, new Status());
    }
}

package mpi;

import org.rmi4mpi.message.file.FileAccess;
import org.rmi4mpi.message.file.FileTransfers;

/** Reads and writes of a {@link File} at given offsets; MPI 3.1, 13.4.2 and 13.4.5. */
public sealed interface OpenMpiFileOffsets permits File {
    /**
     * Reads at an offset.
     *
     * @param offset in elementary types of the view, from its beginning
     * @param buf receives the data: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param count copies of the datatype
     * @param type datatype of the buffer
     * @return the amount that was read; less than the count at the end of the file
     */
    default Status readAt(long offset, Object buf, int count, Datatype type) {
        return FileTransfers.access(((File) this).engine, FileAccess.READ_AT, offset,
                OpenMpiSpans.received("readAt", "buf", buf, count, type), new Status());
    }

    /**
     * Reads at an offset; every rank that has opened the file has to call it.
     *
     * @param offset in elementary types of the view, from its beginning
     * @param buf receives the data: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param count copies of the datatype
     * @param type datatype of the buffer
     * @return the amount that was read; less than the count at the end of the file
     */
    default Status readAtAll(long offset, Object buf, int count, Datatype type) {
        return FileTransfers.access(((File) this).engine, FileAccess.READ_AT_ALL, offset,
                OpenMpiSpans.received("readAtAll", "buf", buf, count, type), new Status());
    }

    /**
     * Starts a {@link #readAt}; do not use the buffer until the request is complete.
     *
     * @param offset in elementary types of the view, from its beginning
     * @param buf receives the data: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param count copies of the datatype
     * @param type datatype of the buffer
     * @return a request, which a wait or a test has to complete
     */
    default Request iReadAt(long offset, Object buf, int count, Datatype type) {
        return FileTransfers.start(new Request(), ((File) this).engine, FileAccess.READ_AT, offset,
                OpenMpiSpans.received("iReadAt", "buf", buf, count, type));
    }

    /**
     * Starts a {@link #readAtAll}; do not use the buffer until the request is complete.
     *
     * @param offset in elementary types of the view, from its beginning
     * @param buf receives the data: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param count copies of the datatype
     * @param type datatype of the buffer
     * @return a request, which a wait or a test has to complete
     */
    default Request iReadAtAll(long offset, Object buf, int count, Datatype type) {
        return FileTransfers.start(new Request(), ((File) this).engine, FileAccess.READ_AT_ALL, offset,
                OpenMpiSpans.received("iReadAtAll", "buf", buf, count, type));
    }

    /**
     * Begins a {@link #readAtAll}, which {@link #readAtAllEnd} ends; a file has one split access at a time.
     *
     * @param offset in elementary types of the view, from its beginning
     * @param buf receives the data: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param count copies of the datatype
     * @param type datatype of the buffer
     */
    default void readAtAllBegin(long offset, Object buf, int count, Datatype type) {
        FileTransfers.begin(((File) this).engine, FileAccess.READ_AT_ALL, offset,
                OpenMpiSpans.received("readAtAllBegin", "buf", buf, count, type), buf);
    }

    /**
     * Ends the access of {@link #readAtAllBegin}; every rank that has opened the file has to call it.
     *
     * @param buf the buffer that it was begun with
     * @return the amount that was read; less than the count at the end of the file
     */
    default Status readAtAllEnd(Object buf) {
        return FileTransfers.end(((File) this).engine, FileAccess.READ_AT_ALL, "readAtAllEnd", buf, new Status());
    }

    /**
     * Writes at an offset.
     *
     * @param offset in elementary types of the view, from its beginning
     * @param buf the data to write: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param count copies of the datatype
     * @param type datatype of the buffer
     * @return the amount that was written
     */
    default Status writeAt(long offset, Object buf, int count, Datatype type) {
        return FileTransfers.access(((File) this).engine, FileAccess.WRITE_AT, offset,
                OpenMpiSpans.sent("writeAt", "buf", buf, count, type), new Status());
    }

    /**
     * Writes at an offset; every rank that has opened the file has to call it.
     *
     * @param offset in elementary types of the view, from its beginning
     * @param buf the data to write: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param count copies of the datatype
     * @param type datatype of the buffer
     * @return the amount that was written
     */
    default Status writeAtAll(long offset, Object buf, int count, Datatype type) {
        return FileTransfers.access(((File) this).engine, FileAccess.WRITE_AT_ALL, offset,
                OpenMpiSpans.sent("writeAtAll", "buf", buf, count, type), new Status());
    }

    /**
     * Starts a {@link #writeAt}; do not use the buffer until the request is complete.
     *
     * @param offset in elementary types of the view, from its beginning
     * @param buf the data to write: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param count copies of the datatype
     * @param type datatype of the buffer
     * @return a request, which a wait or a test has to complete
     */
    default Request iWriteAt(long offset, Object buf, int count, Datatype type) {
        return FileTransfers.start(new Request(), ((File) this).engine, FileAccess.WRITE_AT, offset,
                OpenMpiSpans.sent("iWriteAt", "buf", buf, count, type));
    }

    /**
     * Starts a {@link #writeAtAll}; do not use the buffer until the request is complete.
     *
     * @param offset in elementary types of the view, from its beginning
     * @param buf the data to write: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param count copies of the datatype
     * @param type datatype of the buffer
     * @return a request, which a wait or a test has to complete
     */
    default Request iWriteAtAll(long offset, Object buf, int count, Datatype type) {
        return FileTransfers.start(new Request(), ((File) this).engine, FileAccess.WRITE_AT_ALL, offset,
                OpenMpiSpans.sent("iWriteAtAll", "buf", buf, count, type));
    }

    /**
     * Begins a {@link #writeAtAll}, which {@link #writeAtAllEnd} ends; a file has one split access at a time.
     *
     * @param offset in elementary types of the view, from its beginning
     * @param buf the data to write: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param count copies of the datatype
     * @param type datatype of the buffer
     */
    default void writeAtAllBegin(long offset, Object buf, int count, Datatype type) {
        FileTransfers.begin(((File) this).engine, FileAccess.WRITE_AT_ALL, offset,
                OpenMpiSpans.sent("writeAtAllBegin", "buf", buf, count, type), buf);
    }

    /**
     * Ends the access of {@link #writeAtAllBegin}; every rank that has opened the file has to call it.
     *
     * @param buf the buffer that it was begun with
     * @return the amount that was written
     */
    default Status writeAtAllEnd(Object buf) {
        return FileTransfers.end(((File) this).engine, FileAccess.WRITE_AT_ALL, "writeAtAllEnd", buf, new Status());
    }
}

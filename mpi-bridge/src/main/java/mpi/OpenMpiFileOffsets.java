package mpi;

import org.rmi4mpi.message.FileAccess;
import org.rmi4mpi.message.FileTransfers;

/** Reads and writes of a {@link File} at offsets that are given; MPI 3.1, 13.4.2 and 13.4.5. */
public sealed interface OpenMpiFileOffsets permits File {
    /**
     * Reads at an offset.
     *
     * @param offset in elementary types of the view, from its beginning
     * @param buf where the data go: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param count copies of the datatype
     * @param type what the buffer holds
     * @return how much was read: less than asked for where the file ends
     */
    default Status readAt(long offset, Object buf, int count, Datatype type) {
        return FileTransfers.access(((File) this).engine, FileAccess.READ_AT, offset,
                OpenMpiSpans.received("readAt", "buf", buf, count, type), new Status());
    }

    /**
     * Reads at an offset; every rank of the file has to call it.
     *
     * @param offset in elementary types of the view, from its beginning
     * @param buf where the data go: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param count copies of the datatype
     * @param type what the buffer holds
     * @return how much was read: less than asked for where the file ends
     */
    default Status readAtAll(long offset, Object buf, int count, Datatype type) {
        return FileTransfers.access(((File) this).engine, FileAccess.READ_AT_ALL, offset,
                OpenMpiSpans.received("readAtAll", "buf", buf, count, type), new Status());
    }

    /**
     * Starts a {@link #readAt}; the buffer must be left alone until the request is complete.
     *
     * @param offset in elementary types of the view, from its beginning
     * @param buf where the data go: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param count copies of the datatype
     * @param type what the buffer holds
     * @return a request, to be completed by one of its waits or tests
     */
    default Request iReadAt(long offset, Object buf, int count, Datatype type) {
        return FileTransfers.start(new Request(), ((File) this).engine, FileAccess.READ_AT, offset,
                OpenMpiSpans.received("iReadAt", "buf", buf, count, type));
    }

    /**
     * Starts a {@link #readAtAll}; the buffer must be left alone until the request is complete.
     *
     * @param offset in elementary types of the view, from its beginning
     * @param buf where the data go: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param count copies of the datatype
     * @param type what the buffer holds
     * @return a request, to be completed by one of its waits or tests
     */
    default Request iReadAtAll(long offset, Object buf, int count, Datatype type) {
        return FileTransfers.start(new Request(), ((File) this).engine, FileAccess.READ_AT_ALL, offset,
                OpenMpiSpans.received("iReadAtAll", "buf", buf, count, type));
    }

    /**
     * Begins a {@link #readAtAll}, which {@link #readAtAllEnd} ends; a file has one such at a time.
     *
     * @param offset in elementary types of the view, from its beginning
     * @param buf where the data go: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param count copies of the datatype
     * @param type what the buffer holds
     */
    default void readAtAllBegin(long offset, Object buf, int count, Datatype type) {
        FileTransfers.begin(((File) this).engine, FileAccess.READ_AT_ALL, offset,
                OpenMpiSpans.received("readAtAllBegin", "buf", buf, count, type), buf);
    }

    /**
     * Ends what {@link #readAtAllBegin} has begun; every rank of the file has to call it.
     *
     * @param buf the one that it was begun with
     * @return how much was read: less than asked for where the file ends
     */
    default Status readAtAllEnd(Object buf) {
        return FileTransfers.end(((File) this).engine, FileAccess.READ_AT_ALL, "readAtAllEnd", buf, new Status());
    }

    /**
     * Writes at an offset.
     *
     * @param offset in elementary types of the view, from its beginning
     * @param buf what is written: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param count copies of the datatype
     * @param type what the buffer holds
     * @return how much was written
     */
    default Status writeAt(long offset, Object buf, int count, Datatype type) {
        return FileTransfers.access(((File) this).engine, FileAccess.WRITE_AT, offset,
                OpenMpiSpans.sent("writeAt", "buf", buf, count, type), new Status());
    }

    /**
     * Writes at an offset; every rank of the file has to call it.
     *
     * @param offset in elementary types of the view, from its beginning
     * @param buf what is written: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param count copies of the datatype
     * @param type what the buffer holds
     * @return how much was written
     */
    default Status writeAtAll(long offset, Object buf, int count, Datatype type) {
        return FileTransfers.access(((File) this).engine, FileAccess.WRITE_AT_ALL, offset,
                OpenMpiSpans.sent("writeAtAll", "buf", buf, count, type), new Status());
    }

    /**
     * Starts a {@link #writeAt}; the buffer must be left alone until the request is complete.
     *
     * @param offset in elementary types of the view, from its beginning
     * @param buf what is written: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param count copies of the datatype
     * @param type what the buffer holds
     * @return a request, to be completed by one of its waits or tests
     */
    default Request iWriteAt(long offset, Object buf, int count, Datatype type) {
        return FileTransfers.start(new Request(), ((File) this).engine, FileAccess.WRITE_AT, offset,
                OpenMpiSpans.sent("iWriteAt", "buf", buf, count, type));
    }

    /**
     * Starts a {@link #writeAtAll}; the buffer must be left alone until the request is complete.
     *
     * @param offset in elementary types of the view, from its beginning
     * @param buf what is written: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param count copies of the datatype
     * @param type what the buffer holds
     * @return a request, to be completed by one of its waits or tests
     */
    default Request iWriteAtAll(long offset, Object buf, int count, Datatype type) {
        return FileTransfers.start(new Request(), ((File) this).engine, FileAccess.WRITE_AT_ALL, offset,
                OpenMpiSpans.sent("iWriteAtAll", "buf", buf, count, type));
    }

    /**
     * Begins a {@link #writeAtAll}, which {@link #writeAtAllEnd} ends; a file has one such at a time.
     *
     * @param offset in elementary types of the view, from its beginning
     * @param buf what is written: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param count copies of the datatype
     * @param type what the buffer holds
     */
    default void writeAtAllBegin(long offset, Object buf, int count, Datatype type) {
        FileTransfers.begin(((File) this).engine, FileAccess.WRITE_AT_ALL, offset,
                OpenMpiSpans.sent("writeAtAllBegin", "buf", buf, count, type), buf);
    }

    /**
     * Ends what {@link #writeAtAllBegin} has begun; every rank of the file has to call it.
     *
     * @param buf the one that it was begun with
     * @return how much was written
     */
    default Status writeAtAllEnd(Object buf) {
        return FileTransfers.end(((File) this).engine, FileAccess.WRITE_AT_ALL, "writeAtAllEnd", buf, new Status());
    }
}

package mpi;

import org.rmi4mpi.message.FileAccess;
import org.rmi4mpi.message.FileTransfers;

/** Reads and writes of a {@link File} at the pointer that each rank has; MPI 3.1, 13.4.3 and 13.4.5. */
public sealed interface OpenMpiFilePointers permits File {
    /**
     * Reads where this rank's pointer is, and moves it.
     *
     * @param buf where the data go: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param count copies of the datatype
     * @param type what the buffer holds
     * @return how much was read: less than asked for where the file ends
     */
    default Status read(Object buf, int count, Datatype type) {
        return FileTransfers.access(((File) this).engine, FileAccess.READ, 0,
                OpenMpiSpans.received("read", "buf", buf, count, type), new Status());
    }

    /**
     * Reads where each rank's own pointer is; every rank of the file has to call it.
     *
     * @param buf where the data go: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param count copies of the datatype
     * @param type what the buffer holds
     * @return how much was read: less than asked for where the file ends
     */
    default Status readAll(Object buf, int count, Datatype type) {
        return FileTransfers.access(((File) this).engine, FileAccess.READ_ALL, 0,
                OpenMpiSpans.received("readAll", "buf", buf, count, type), new Status());
    }

    /**
     * Starts a {@link #read}; the buffer must be left alone until the request is complete.
     *
     * @param buf where the data go: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param count copies of the datatype
     * @param type what the buffer holds
     * @return a request, to be completed by one of its waits or tests
     */
    default Request iRead(Object buf, int count, Datatype type) {
        return FileTransfers.start(new Request(), ((File) this).engine, FileAccess.READ, 0,
                OpenMpiSpans.received("iRead", "buf", buf, count, type));
    }

    /**
     * Starts a {@link #readAll}; the buffer must be left alone until the request is complete.
     *
     * @param buf where the data go: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param count copies of the datatype
     * @param type what the buffer holds
     * @return a request, to be completed by one of its waits or tests
     */
    default Request iReadAll(Object buf, int count, Datatype type) {
        return FileTransfers.start(new Request(), ((File) this).engine, FileAccess.READ_ALL, 0,
                OpenMpiSpans.received("iReadAll", "buf", buf, count, type));
    }

    /**
     * Begins a {@link #readAll}, which {@link #readAllEnd} ends; a file has one such at a time.
     *
     * @param buf where the data go: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param count copies of the datatype
     * @param type what the buffer holds
     */
    default void readAllBegin(Object buf, int count, Datatype type) {
        FileTransfers.begin(((File) this).engine, FileAccess.READ_ALL, 0,
                OpenMpiSpans.received("readAllBegin", "buf", buf, count, type), buf);
    }

    /**
     * Ends what {@link #readAllBegin} has begun; every rank of the file has to call it.
     *
     * @param buf the one that it was begun with
     * @return how much was read: less than asked for where the file ends
     */
    default Status readAllEnd(Object buf) {
        return FileTransfers.end(((File) this).engine, FileAccess.READ_ALL, "readAllEnd", buf, new Status());
    }

    /**
     * Writes where this rank's pointer is, and moves it.
     *
     * @param buf what is written: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param count copies of the datatype
     * @param type what the buffer holds
     * @return how much was written
     */
    default Status write(Object buf, int count, Datatype type) {
        return FileTransfers.access(((File) this).engine, FileAccess.WRITE, 0,
                OpenMpiSpans.sent("write", "buf", buf, count, type), new Status());
    }

    /**
     * Writes where each rank's own pointer is; every rank of the file has to call it.
     *
     * @param buf what is written: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param count copies of the datatype
     * @param type what the buffer holds
     * @return how much was written
     */
    default Status writeAll(Object buf, int count, Datatype type) {
        return FileTransfers.access(((File) this).engine, FileAccess.WRITE_ALL, 0,
                OpenMpiSpans.sent("writeAll", "buf", buf, count, type), new Status());
    }

    /**
     * Starts a {@link #write}; the buffer must be left alone until the request is complete.
     *
     * @param buf what is written: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param count copies of the datatype
     * @param type what the buffer holds
     * @return a request, to be completed by one of its waits or tests
     */
    default Request iWrite(Object buf, int count, Datatype type) {
        return FileTransfers.start(new Request(), ((File) this).engine, FileAccess.WRITE, 0,
                OpenMpiSpans.sent("iWrite", "buf", buf, count, type));
    }

    /**
     * Starts a {@link #writeAll}; the buffer must be left alone until the request is complete.
     *
     * @param buf what is written: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param count copies of the datatype
     * @param type what the buffer holds
     * @return a request, to be completed by one of its waits or tests
     */
    default Request iWriteAll(Object buf, int count, Datatype type) {
        return FileTransfers.start(new Request(), ((File) this).engine, FileAccess.WRITE_ALL, 0,
                OpenMpiSpans.sent("iWriteAll", "buf", buf, count, type));
    }

    /**
     * Begins a {@link #writeAll}, which {@link #writeAllEnd} ends; a file has one such at a time.
     *
     * @param buf what is written: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param count copies of the datatype
     * @param type what the buffer holds
     */
    default void writeAllBegin(Object buf, int count, Datatype type) {
        FileTransfers.begin(((File) this).engine, FileAccess.WRITE_ALL, 0,
                OpenMpiSpans.sent("writeAllBegin", "buf", buf, count, type), buf);
    }

    /**
     * Ends what {@link #writeAllBegin} has begun; every rank of the file has to call it.
     *
     * @param buf the one that it was begun with
     * @return how much was written
     */
    default Status writeAllEnd(Object buf) {
        return FileTransfers.end(((File) this).engine, FileAccess.WRITE_ALL, "writeAllEnd", buf, new Status());
    }
}

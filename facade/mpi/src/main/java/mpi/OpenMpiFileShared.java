package mpi;

import org.rmi4mpi.message.file.FileAccess;
import org.rmi4mpi.message.file.FileTransfers;

/** Reads and writes of a {@link File} at the pointer that all ranks share; MPI 3.1, 13.4.4 and 13.4.5. */
public sealed interface OpenMpiFileShared permits File {
    /**
     * Reads at the pointer that all ranks share, and moves it.
     *
     * @param buf receives the data: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param count copies of the datatype
     * @param type datatype of the buffer
     * @return the amount that was read; less than the count at the end of the file
     */
    default Status readShared(Object buf, int count, Datatype type) {
        return FileTransfers.access(((File) this).engine, FileAccess.READ_SHARED, 0,
                OpenMpiSpans.received("readShared", "buf", buf, count, type), new Status());
    }

    /**
     * Starts a {@link #readShared}; do not use the buffer until the request is complete.
     *
     * @param buf receives the data: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param count copies of the datatype
     * @param type datatype of the buffer
     * @return a request, which a wait or a test has to complete
     */
    default Request iReadShared(Object buf, int count, Datatype type) {
        return FileTransfers.start(new Request(), ((File) this).engine, FileAccess.READ_SHARED, 0,
                OpenMpiSpans.received("iReadShared", "buf", buf, count, type));
    }

    /**
     * Reads at the shared pointer, in the order of ranks; every rank that has opened the file has to call it.
     *
     * @param buf receives the data: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param count copies of the datatype
     * @param type datatype of the buffer
     * @return the amount that was read; less than the count at the end of the file
     */
    default Status readOrdered(Object buf, int count, Datatype type) {
        return FileTransfers.access(((File) this).engine, FileAccess.READ_ORDERED, 0,
                OpenMpiSpans.received("readOrdered", "buf", buf, count, type), new Status());
    }

    /**
     * Begins a {@link #readOrdered}, which {@link #readOrderedEnd} ends; a file has one split access at a time.
     *
     * @param buf receives the data: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param count copies of the datatype
     * @param type datatype of the buffer
     */
    default void readOrderedBegin(Object buf, int count, Datatype type) {
        FileTransfers.begin(((File) this).engine, FileAccess.READ_ORDERED, 0,
                OpenMpiSpans.received("readOrderedBegin", "buf", buf, count, type), buf);
    }

    /**
     * Ends the access of {@link #readOrderedBegin}; every rank that has opened the file has to call it.
     *
     * @param buf the buffer that it was begun with
     * @return the amount that was read; less than the count at the end of the file
     */
    default Status readOrderedEnd(Object buf) {
        return FileTransfers.end(((File) this).engine, FileAccess.READ_ORDERED, "readOrderedEnd", buf, new Status());
    }

    /**
     * Writes at the pointer that all ranks share, and moves it.
     *
     * @param buf the data to write: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param count copies of the datatype
     * @param type datatype of the buffer
     * @return the amount that was written
     */
    default Status writeShared(Object buf, int count, Datatype type) {
        return FileTransfers.access(((File) this).engine, FileAccess.WRITE_SHARED, 0,
                OpenMpiSpans.sent("writeShared", "buf", buf, count, type), new Status());
    }

    /**
     * Starts a {@link #writeShared}; do not use the buffer until the request is complete.
     *
     * @param buf the data to write: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param count copies of the datatype
     * @param type datatype of the buffer
     * @return a request, which a wait or a test has to complete
     */
    default Request iWriteShared(Object buf, int count, Datatype type) {
        return FileTransfers.start(new Request(), ((File) this).engine, FileAccess.WRITE_SHARED, 0,
                OpenMpiSpans.sent("iWriteShared", "buf", buf, count, type));
    }

    /**
     * Writes at the shared pointer, in the order of ranks; every rank that has opened the file has to call it.
     *
     * @param buf the data to write: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param count copies of the datatype
     * @param type datatype of the buffer
     * @return the amount that was written
     */
    default Status writeOrdered(Object buf, int count, Datatype type) {
        return FileTransfers.access(((File) this).engine, FileAccess.WRITE_ORDERED, 0,
                OpenMpiSpans.sent("writeOrdered", "buf", buf, count, type), new Status());
    }

    /**
     * Begins a {@link #writeOrdered}, which {@link #writeOrderedEnd} ends; a file has one split access at a time.
     *
     * @param buf the data to write: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param count copies of the datatype
     * @param type datatype of the buffer
     */
    default void writeOrderedBegin(Object buf, int count, Datatype type) {
        FileTransfers.begin(((File) this).engine, FileAccess.WRITE_ORDERED, 0,
                OpenMpiSpans.sent("writeOrderedBegin", "buf", buf, count, type), buf);
    }

    /**
     * Ends the access of {@link #writeOrderedBegin}; every rank that has opened the file has to call it.
     *
     * @param buf the buffer that it was begun with
     * @return the amount that was written
     */
    default Status writeOrderedEnd(Object buf) {
        return FileTransfers.end(((File) this).engine, FileAccess.WRITE_ORDERED, "writeOrderedEnd", buf, new Status());
    }
}

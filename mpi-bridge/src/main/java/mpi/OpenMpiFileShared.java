package mpi;

import org.rmi4mpi.message.FileAccess;
import org.rmi4mpi.message.FileTransfers;

/** Reads and writes of a {@link File} at the pointer that all ranks share; MPI 3.1, 13.4.4 and 13.4.5. */
public sealed interface OpenMpiFileShared permits File {
    /**
     * Reads where the pointer is that all ranks share, and moves it.
     *
     * @param buf where the data go: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param count copies of the datatype
     * @param type what the buffer holds
     * @return how much was read: less than asked for where the file ends
     */
    default Status readShared(Object buf, int count, Datatype type) {
        return FileTransfers.access(((File) this).engine, FileAccess.READ_SHARED, 0,
                OpenMpiSpans.received("readShared", "buf", buf, count, type), new Status());
    }

    /**
     * Starts a {@link #readShared}; the buffer must be left alone until the request is complete.
     *
     * @param buf where the data go: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param count copies of the datatype
     * @param type what the buffer holds
     * @return a request, to be completed by one of its waits or tests
     */
    default Request iReadShared(Object buf, int count, Datatype type) {
        return FileTransfers.start(new Request(), ((File) this).engine, FileAccess.READ_SHARED, 0,
                OpenMpiSpans.received("iReadShared", "buf", buf, count, type));
    }

    /**
     * Reads at the shared pointer, in the order of ranks; every rank of the file has to call it.
     *
     * @param buf where the data go: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param count copies of the datatype
     * @param type what the buffer holds
     * @return how much was read: less than asked for where the file ends
     */
    default Status readOrdered(Object buf, int count, Datatype type) {
        return FileTransfers.access(((File) this).engine, FileAccess.READ_ORDERED, 0,
                OpenMpiSpans.received("readOrdered", "buf", buf, count, type), new Status());
    }

    /**
     * Begins a {@link #readOrdered}, which {@link #readOrderedEnd} ends; a file has one such at a time.
     *
     * @param buf where the data go: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param count copies of the datatype
     * @param type what the buffer holds
     */
    default void readOrderedBegin(Object buf, int count, Datatype type) {
        FileTransfers.begin(((File) this).engine, FileAccess.READ_ORDERED, 0,
                OpenMpiSpans.received("readOrderedBegin", "buf", buf, count, type), buf);
    }

    /**
     * Ends what {@link #readOrderedBegin} has begun; every rank of the file has to call it.
     *
     * @param buf the one that it was begun with
     * @return how much was read: less than asked for where the file ends
     */
    default Status readOrderedEnd(Object buf) {
        return FileTransfers.end(((File) this).engine, FileAccess.READ_ORDERED, "readOrderedEnd", buf, new Status());
    }

    /**
     * Writes where the pointer is that all ranks share, and moves it.
     *
     * @param buf what is written: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param count copies of the datatype
     * @param type what the buffer holds
     * @return how much was written
     */
    default Status writeShared(Object buf, int count, Datatype type) {
        return FileTransfers.access(((File) this).engine, FileAccess.WRITE_SHARED, 0,
                OpenMpiSpans.sent("writeShared", "buf", buf, count, type), new Status());
    }

    /**
     * Starts a {@link #writeShared}; the buffer must be left alone until the request is complete.
     *
     * @param buf what is written: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param count copies of the datatype
     * @param type what the buffer holds
     * @return a request, to be completed by one of its waits or tests
     */
    default Request iWriteShared(Object buf, int count, Datatype type) {
        return FileTransfers.start(new Request(), ((File) this).engine, FileAccess.WRITE_SHARED, 0,
                OpenMpiSpans.sent("iWriteShared", "buf", buf, count, type));
    }

    /**
     * Writes at the shared pointer, in the order of ranks; every rank of the file has to call it.
     *
     * @param buf what is written: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param count copies of the datatype
     * @param type what the buffer holds
     * @return how much was written
     */
    default Status writeOrdered(Object buf, int count, Datatype type) {
        return FileTransfers.access(((File) this).engine, FileAccess.WRITE_ORDERED, 0,
                OpenMpiSpans.sent("writeOrdered", "buf", buf, count, type), new Status());
    }

    /**
     * Begins a {@link #writeOrdered}, which {@link #writeOrderedEnd} ends; a file has one such at a time.
     *
     * @param buf what is written: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param count copies of the datatype
     * @param type what the buffer holds
     */
    default void writeOrderedBegin(Object buf, int count, Datatype type) {
        FileTransfers.begin(((File) this).engine, FileAccess.WRITE_ORDERED, 0,
                OpenMpiSpans.sent("writeOrderedBegin", "buf", buf, count, type), buf);
    }

    /**
     * Ends what {@link #writeOrderedBegin} has begun; every rank of the file has to call it.
     *
     * @param buf the one that it was begun with
     * @return how much was written
     */
    default Status writeOrderedEnd(Object buf) {
        return FileTransfers.end(((File) this).engine, FileAccess.WRITE_ORDERED, "writeOrderedEnd", buf, new Status());
    }
}

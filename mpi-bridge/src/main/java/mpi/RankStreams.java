package mpi;

import java.io.InputStream;
import java.io.OutputStream;
import org.rmi4mpi.message.MessageInputStream;
import org.rmi4mpi.message.MessageOutputStream;

/** Streams of bytes between two ranks; beyond mpiJava and Open MPI. */
public sealed interface RankStreams permits Comm {
    /**
     * A stream to a rank, which reads it by {@link #inputStream}. It has a buffer of its own: {@code flush} sends what was
     * written, and {@code close} sends the end. A writer that is far ahead of its reader waits. Two ranks that write to
     * each other, and read later, wait for ever where they write more than some 64 KiB.
     *
     * <p>Its methods throw an {@link java.io.IOException} where MPI fails, and after {@code close}. One thread at a time
     * may use it.
     *
     * @param dest rank of the reader; what goes to {@link MPI#PROC_NULL} is dropped
     * @param tag of the messages, from 0; no other messages of this tag may go to the reader until the stream is closed
     * @return a new stream, to be closed
     */
    default OutputStream outputStream(int dest, int tag) {
        return new MessageOutputStream(((Comm) this).engine, "outputStream", dest, tag);
    }

    /**
     * The other end of an {@link #outputStream}. {@code read} waits for bytes, and serves remote calls meanwhile.
     * What has not been read at {@code close} is dropped when it comes, until the writer closes its stream.
     *
     * @param source rank of the writer; from {@link MPI#PROC_NULL} nothing comes
     * @param tag that the writer has given
     * @return a new stream, to be closed
     */
    default InputStream inputStream(int source, int tag) {
        return new MessageInputStream(((Comm) this).engine, "inputStream", source, tag);
    }
}

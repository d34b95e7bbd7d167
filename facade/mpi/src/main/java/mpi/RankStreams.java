package mpi;

import java.io.InputStream;
import java.io.OutputStream;
import org.rmi4mpi.message.MessageInputStream;
import org.rmi4mpi.message.MessageOutputStream;

/** Streams of bytes between two ranks. They are not in mpiJava, nor in Open MPI. */
public sealed interface RankStreams permits Comm {
    /**
     * A stream to a rank, which reads it by {@link #inputStream}. The stream has a buffer: {@code flush} sends the
     * written bytes, and {@code close} sends the end. A writer that is far ahead of its reader waits. If two ranks
     * write more than 64 KiB to each other before they read, both may wait forever.
     *
     * <p>Its methods throw an {@link java.io.IOException} where MPI fails, and after {@code close}. One thread at a time
     * may use it.
     *
     * @param dest rank of the reader; bytes for {@link MPI#PROC_NULL} are dropped
     * @param tag of the messages, from 0; no other messages of this tag may go to the reader until the stream is closed
     * @return a new stream, to be closed
     */
    default OutputStream outputStream(int dest, int tag) {
        return new MessageOutputStream(((Comm) this).engine, "outputStream", dest, tag);
    }

    /**
     * The other end of an {@link #outputStream}. {@code read} waits for bytes, and serves remote calls meanwhile. After
     * {@code close}, the bytes that still arrive are dropped, until the writer closes its stream.
     *
     * @param source rank of the writer; a stream from {@link MPI#PROC_NULL} is empty
     * @param tag the writer's tag
     * @return a new stream, to be closed
     */
    default InputStream inputStream(int source, int tag) {
        return new MessageInputStream(((Comm) this).engine, "inputStream", source, tag);
    }
}

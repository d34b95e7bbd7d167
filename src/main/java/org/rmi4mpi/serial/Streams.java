package org.rmi4mpi.serial;

import java.io.IOException;

/**
 * The streams that somebody keeps for the messages to come, with their memory. A message that begins while another one
 * is under way gets a new one. Owned by one thread at a time.
 *
 * <p>They, and what they keep of the message before, are not stored anew for each message: the garbage collector (G1) has
 * every reference that is stored in an old object noted behind a memory fence, 8 ns each, a fifth of a short message.
 */
public final class Streams {
    private static final ThreadLocal<Streams> OWN = ThreadLocal.withInitial(Streams::new);

    private ArrayCopyOutputStream writer;
    private Serializer.Reader reader;
    /** Whether a message has it. */
    private boolean isWriting;
    private boolean isReading;

    /** Those of the thread. */
    public static Streams own() {
        return OWN.get();
    }

    ArrayCopyOutputStream writer() throws IOException {
        if (isWriting) {
            return new Serializer.Writer(this);
        } else if (writer == null) {
            writer = new Serializer.Writer(this);
        }
        isWriting = true;
        return writer;
    }

    void give(ArrayCopyOutputStream ended) {
        if (writer != ended) {
            writer = ended;
        }
        isWriting = false;
    }

    Serializer.Reader reader() throws IOException {
        if (isReading) {
            return new Serializer.Reader(this);
        } else if (reader == null || !reader.isAsNew()) {
            reader = new Serializer.Reader(this);
        }
        isReading = true;
        return reader;
    }

    void give(Serializer.Reader ended) {
        if (reader != ended) {
            reader = ended;
        }
        isReading = false;
    }
}

package org.rmi4mpi.serial;

import java.io.IOException;

/**
 * The streams that somebody keeps for the messages to come, with their memory. A message that begins while another one
 * is under way gets a new one. Owned by one thread at a time.
 */
public final class Streams {
    private static final ThreadLocal<Streams> OWN = ThreadLocal.withInitial(Streams::new);

    private ArrayCopyOutputStream writer;
    private Serializer.Reader reader;

    /** Those of the thread. */
    public static Streams own() {
        return OWN.get();
    }

    ArrayCopyOutputStream writer() throws IOException {
        ArrayCopyOutputStream spare = writer;
        writer = null;
        return spare != null ? spare : new Serializer.Writer(this);
    }

    void give(ArrayCopyOutputStream ended) {
        writer = ended;
    }

    Serializer.Reader reader() throws IOException {
        Serializer.Reader spare = reader;
        reader = null;
        return spare != null && spare.isAsNew() ? spare : new Serializer.Reader(this);
    }

    void give(Serializer.Reader ended) {
        reader = ended;
    }
}

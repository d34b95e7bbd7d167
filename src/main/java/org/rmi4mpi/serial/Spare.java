package org.rmi4mpi.serial;

import java.io.IOException;

/**
 * The streams that a thread keeps for its next messages, with their memory. A message that begins while another one of
 * the thread is under way gets a new one. Owned by a thread.
 */
final class Spare {
    private static final ThreadLocal<Spare> OWN = ThreadLocal.withInitial(Spare::new);

    private ArrayCopyOutputStream writer;
    private Serializer.Reader reader;

    private Spare() {}

    static Spare own() {
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

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

    static ArrayCopyOutputStream writer() throws IOException {
        Spare own = OWN.get();
        ArrayCopyOutputStream spare = own.writer;
        own.writer = null;
        return spare != null ? spare : new ArrayCopyOutputStream();
    }

    static void give(ArrayCopyOutputStream ended) {
        OWN.get().writer = ended;
    }

    static Serializer.Reader reader() throws IOException {
        Spare own = OWN.get();
        Serializer.Reader spare = own.reader;
        own.reader = null;
        return spare != null && spare.isAsNew() ? spare : new Serializer.Reader();
    }

    static void give(Serializer.Reader ended) {
        OWN.get().reader = ended;
    }
}

package org.rmi4mpi.serial;

import java.io.IOException;

/**
 * What a thread keeps for its next message: a stream that writes, and the memory of one that reads. A message that begins
 * while another one of the thread is under way gets new ones. Owned by a thread.
 */
final class Spare {
    private static final ThreadLocal<Spare> OWN = ThreadLocal.withInitial(Spare::new);
    private static final int FIRST_CAPACITY = 1024;
    /** More bytes than this are not kept, nor more references than one for each eight of them. */
    private static final int LARGEST_KEPT = 1 << 17;

    private ArrayCopyOutputStream writer;
    private byte[] bytes;
    private Object[] objects;

    static ArrayCopyOutputStream writer() throws IOException {
        Spare own = OWN.get();
        ArrayCopyOutputStream spare = own.writer;
        own.writer = null;
        return spare != null ? spare : new ArrayCopyOutputStream();
    }

    static void give(ArrayCopyOutputStream ended) {
        OWN.get().writer = ended;
    }

    static byte[] bytes() {
        Spare own = OWN.get();
        byte[] spare = own.bytes;
        own.bytes = null;
        return spare != null ? spare : new byte[FIRST_CAPACITY];
    }

    static Object[] objects() {
        Spare own = OWN.get();
        Object[] spare = own.objects;
        own.objects = null;
        return spare != null ? spare : new Object[32];
    }

    /** @param objects without what was in them */
    static void give(byte[] bytes, Object[] objects) {
        Spare own = OWN.get();
        if (bytes.length <= LARGEST_KEPT) {
            own.bytes = bytes;
        }
        if (objects.length <= LARGEST_KEPT / 8) {
            own.objects = objects;
        }
    }
}

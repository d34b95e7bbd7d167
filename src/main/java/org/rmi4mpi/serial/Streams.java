package org.rmi4mpi.serial;

import java.io.IOException;
import java.lang.ref.WeakReference;

/**
 * The streams that somebody keeps for the messages to come, with their memory. A message that begins while another one
 * is under way gets a new one. Owned by one thread at a time.
 *
 * <p>New ones are made after each garbage collection: G1 has every reference that is stored in an old object, and so in
 * the table of a stream that has grown old, noted behind a memory fence, which takes 8 ns, as long as all else that is
 * done for a small object.
 */
public final class Streams {
    private static final ThreadLocal<Streams> OWN = ThreadLocal.withInitial(Streams::new);

    private ArrayCopyOutputStream writer;
    private Serializer.Reader reader;
    /** Whether a message has it. */
    private boolean isWriting;
    private boolean isReading;
    /** Refers to what nobody else does: to nothing after a collection. */
    private WeakReference<Object> collection = new WeakReference<>(new Object());

    /** Those of the thread. */
    public static Streams own() {
        return OWN.get();
    }

    private void forgetOld() {
        writer = null;
        isWriting = false;
        reader = null;
        isReading = false;
        collection = new WeakReference<>(new Object()); // last, for there may be no memory
    }

    ArrayCopyOutputStream writer() throws IOException {
        if (collection.refersTo(null)) {
            forgetOld();
        }
        if (isWriting) {
            return new Serializer.Writer(this);
        } else if (writer == null) {
            writer = new Serializer.Writer(this);
        }
        isWriting = true;
        return writer;
    }

    void give(ArrayCopyOutputStream ended) {
        if (writer == ended) {
            isWriting = false;
        }
    }

    /** One that could not end its message, perhaps for want of memory, and may hold much. */
    void forget(ArrayCopyOutputStream failed) {
        if (writer == failed) {
            writer = null;
            isWriting = false;
        }
    }

    Serializer.Reader reader() throws IOException {
        if (collection.refersTo(null)) {
            forgetOld();
        }
        if (isReading) {
            return new Serializer.Reader(this);
        } else if (reader == null || !reader.isAsNew()) {
            reader = new Serializer.Reader(this);
        }
        isReading = true;
        return reader;
    }

    void give(Serializer.Reader ended) {
        if (reader == ended) {
            isReading = false;
        }
    }

    /** As for a writer. */
    void forget(Serializer.Reader failed) {
        if (reader == failed) {
            reader = null;
            isReading = false;
        }
    }
}

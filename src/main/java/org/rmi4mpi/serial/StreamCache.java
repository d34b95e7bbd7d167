package org.rmi4mpi.serial;

import java.io.IOException;
import java.lang.ref.WeakReference;

/**
 * The streams that an owner, such as a thread, keeps for its next messages, with their buffers. A message that begins
 * while another one is active gets a new stream. Owned by one thread at a time.
 *
 * <p>The streams are replaced after each garbage collection. G1 records every reference that is stored in an old
 * object, such as the table of a stream that has grown old, behind a memory fence. This takes 8 ns, as long as all
 * other work for a small object.
 */
public final class StreamCache {
    private static final ThreadLocal<StreamCache> OWN = ThreadLocal.withInitial(StreamCache::new);

    private ArrayCopyOutputStream writer;
    private Serializer.Reader reader;
    /** Whether a message is using the stream. */
    private boolean isWriting;
    private boolean isReading;
    /** A weak reference to an otherwise unreachable object: it is cleared by the next collection. */
    private WeakReference<Object> collection = new WeakReference<>(new Object());

    /** The streams of the current thread. */
    public static StreamCache ofThread() {
        return OWN.get();
    }

    private void forgetOld() {
        writer = null;
        isWriting = false;
        reader = null;
        isReading = false;
        collection = new WeakReference<>(new Object()); // last, since this may fail for lack of memory
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

    /** Drops a stream that failed to end its message, perhaps for lack of memory, and may hold much of it. */
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

    /** Drops a stream that failed to end its message. */
    void forget(Serializer.Reader failed) {
        if (reader == failed) {
            reader = null;
            isReading = false;
        }
    }
}

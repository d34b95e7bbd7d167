package org.rmi4mpi.serial;

import java.io.IOException;
import java.lang.ref.WeakReference;

/**
 * The streams that somebody keeps for the messages to come, with their memory. A message that begins while another one
 * is under way gets a new one. Owned by one thread at a time.
 *
 * <p>They are held weakly, so that each garbage collection ends them and new ones are made: G1 has every reference that
 * is stored in an old object, and so in the table of a stream that has grown old, noted behind a memory fence, which
 * takes 8 ns, as long as all else that is done for a small object.
 */
public final class Streams {
    private static final ThreadLocal<Streams> OWN = ThreadLocal.withInitial(Streams::new);

    private WeakReference<ArrayCopyOutputStream> writer = new WeakReference<>(null);
    private WeakReference<Serializer.Reader> reader = new WeakReference<>(null);
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
        }
        ArrayCopyOutputStream kept = writer.get();
        if (kept == null) {
            kept = new Serializer.Writer(this);
            writer = new WeakReference<>(kept);
        }
        isWriting = true;
        return kept;
    }

    void give(ArrayCopyOutputStream ended) {
        if (!writer.refersTo(ended)) {
            writer = new WeakReference<>(ended);
        }
        isWriting = false;
    }

    Serializer.Reader reader() throws IOException {
        if (isReading) {
            return new Serializer.Reader(this);
        }
        Serializer.Reader kept = reader.get();
        if (kept == null || !kept.isAsNew()) {
            kept = new Serializer.Reader(this);
            reader = new WeakReference<>(kept);
        }
        isReading = true;
        return kept;
    }

    void give(Serializer.Reader ended) {
        if (!reader.refersTo(ended)) {
            reader = new WeakReference<>(ended);
        }
        isReading = false;
    }
}

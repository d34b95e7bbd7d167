package org.rmi4mpi.ref;

import java.nio.ByteBuffer;
import org.rmi4mpi.transport.Frame;

/** The reply to a call of this rank to itself. The caller reads it where it was written. */
final class OwnReply extends Frame {
    private final ServedCall call;
    private final ByteBuffer bytes;
    private final OwnMessage rest;

    /**
     * @param bytes what is read first
     * @param rest of the reply; null for none
     */
    OwnReply(ServedCall call, ByteBuffer bytes, OwnMessage rest) {
        this.call = call;
        this.bytes = bytes;
        this.rest = rest;
    }

    /** The rest of a reply; null if its frame is all of it, or if it came from elsewhere. */
    static OwnMessage restOf(Frame reply) {
        return reply instanceof OwnReply own ? own.rest : null;
    }

    @Override
    public ByteBuffer bytes() {
        return bytes;
    }

    @Override
    public int sender() {
        return call.caller();
    }

    @Override
    public void release() {
        call.releaseOwnReply();
    }
}

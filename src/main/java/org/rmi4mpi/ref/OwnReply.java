package org.rmi4mpi.ref;

import java.nio.ByteBuffer;
import org.rmi4mpi.transport.Frame;

/** The reply to a call of this rank to itself. The caller reads it where it was written. */
final class OwnReply extends Frame {
    private final ServedCall call;
    private final ByteBuffer bytes;

    OwnReply(ServedCall call, ByteBuffer bytes) {
        this.call = call;
        this.bytes = bytes;
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

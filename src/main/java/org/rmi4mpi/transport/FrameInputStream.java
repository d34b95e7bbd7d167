package org.rmi4mpi.transport;

import java.io.InputStream;
import java.nio.ByteBuffer;

/** Reads a frame from its position to its limit. Owned by one thread. */
public final class FrameInputStream extends InputStream {
    private final ByteBuffer bytes;

    public FrameInputStream(Frame frame) {
        bytes = frame.bytes();
    }

    @Override
    public int read() {
        return bytes.hasRemaining() ? bytes.get() & 0xff : -1;
    }

    @Override
    public int read(byte[] b, int offset, int length) {
        if (length == 0) {
            return 0;
        }
        int count = Math.min(length, bytes.remaining());
        if (count == 0) {
            return -1;
        }
        bytes.get(b, offset, count);
        return count;
    }

    @Override
    public int available() {
        return bytes.remaining();
    }
}

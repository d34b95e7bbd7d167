package mpjbuf;

import java.nio.ByteBuffer;
import org.rmi4mpi.message.ByteHolder;

/** Packed data, in memory from an offset on. */
public class Buffer implements ByteHolder {
    private final RawBuffer memory;
    private final int offset;

    /** @param capacity bytes that MPJ Express would use; here all that there are */
    public Buffer(RawBuffer memory, int offset, int capacity) {
        this.memory = memory;
        this.offset = offset;
    }

    public RawBuffer getStaticBuffer() {
        return memory;
    }

    /** The array that holds the bytes, from {@link #offset} on. */
    public byte[] array() {
        return memory.bytes;
    }

    public int offset() {
        return offset;
    }

    /** The bytes alone. */
    @Override
    public ByteBuffer bytes() {
        return ByteBuffer.wrap(memory.bytes, offset, memory.bytes.length - offset).slice();
    }
}

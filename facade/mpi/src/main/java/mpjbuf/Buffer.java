package mpjbuf;

import java.nio.ByteBuffer;
import org.rmi4mpi.message.data.ByteHolder;

/** A buffer for packed data. The data begin at an offset of the memory. */
public class Buffer implements ByteHolder {
    private final RawBuffer memory;
    private final int offset;

    /** @param capacity not used: the buffer has all of the memory after the offset */
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

    /** The bytes from {@link #offset} on. */
    @Override
    public ByteBuffer bytes() {
        return ByteBuffer.wrap(memory.bytes, offset, memory.bytes.length - offset).slice();
    }
}

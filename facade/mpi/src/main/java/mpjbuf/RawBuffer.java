package mpjbuf;

/** The memory of a {@link Buffer}. */
public class RawBuffer {
    final byte[] bytes;

    RawBuffer(byte[] bytes) {
        this.bytes = bytes;
    }
}

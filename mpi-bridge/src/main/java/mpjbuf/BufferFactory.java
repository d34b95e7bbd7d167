package mpjbuf;

/** Makes memory for a {@link Buffer}. */
public class BufferFactory {
    private BufferFactory() {}

    /** Returns memory of this length in bytes. */
    public static RawBuffer create(int length) {
        return new RawBuffer(new byte[length]);
    }

    /** Memory need not be given back; this does nothing. */
    public static void destroy(RawBuffer buffer) {}
}

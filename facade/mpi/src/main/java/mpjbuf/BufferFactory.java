package mpjbuf;

/** Makes memory for a {@link Buffer}. */
public class BufferFactory {
    private BufferFactory() {}

    /** Returns memory of this length in bytes. */
    public static RawBuffer create(int length) {
        return new RawBuffer(new byte[length]);
    }

    /** Does nothing: the JVM collects the memory. */
    public static void destroy(RawBuffer buffer) {}
}

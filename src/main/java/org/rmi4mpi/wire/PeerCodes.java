package org.rmi4mpi.wire;

/**
 * Values between ranks of different languages: CBOR (RFC 8949) with lengths that are known, typed arrays (RFC 8746), shared
 * values (tags 28 and 29), and tags of our own. docs/wire.md has each type.
 */
public final class PeerCodes {
    // Major types, in the upper three bits of a value's first byte.
    public static final int UNSIGNED = 0;
    public static final int NEGATIVE = 1;
    public static final int BYTES = 2;
    public static final int TEXT = 3;
    public static final int ARRAY = 4;
    public static final int MAP = 5;
    public static final int TAG = 6;
    public static final int SIMPLE = 7;

    // Whole first bytes of major type 7.
    public static final int FALSE = 0xf4;
    public static final int TRUE = 0xf5;
    public static final int NULL = 0xf6;
    public static final int UNDEFINED = 0xf7;
    public static final int FLOAT16 = 0xf9;
    public static final int FLOAT32 = 0xfa;
    public static final int FLOAT64 = 0xfb;

    // Tags of standards.
    public static final int POSITIVE_BIGNUM = 2;
    public static final int NEGATIVE_BIGNUM = 3;
    public static final int SHARED = 28;
    public static final int SHARED_REFERENCE = 29;
    public static final int ROW_MAJOR_ARRAY = 40;
    public static final int UINT8_ARRAY = 64;
    public static final int UINT16_ARRAY = 69;
    public static final int UINT32_ARRAY = 70;
    public static final int UINT64_ARRAY = 71;
    public static final int INT8_ARRAY = 72;
    public static final int INT16_ARRAY = 77;
    public static final int INT32_ARRAY = 78;
    public static final int INT64_ARRAY = 79;
    public static final int FLOAT32_ARRAY = 85;
    public static final int FLOAT64_ARRAY = 86;
    public static final int SET = 258;

    // Tags of our own.
    public static final int REMOTE = 21056;
    public static final int THROWABLE = 21057;
    public static final int OBJECT = 21058;
    public static final int ENUM = 21059;
    public static final int OBJECT_ARRAY = 21060;
    public static final int CHAR = 21061;
    public static final int BOOLEAN_ARRAY = 21062;

    /** In characters; a shorter name is written in full each time. */
    public static final int SHORTEST_SHARED_NAME = 3;
    /** How deep values may be nested. */
    public static final int MOST_DEPTH = 1000;

    private PeerCodes() {}
}

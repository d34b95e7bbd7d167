package org.rmi4mpi.transport;

/**
 * From which size, in bytes, an array travels beside its frame, from heap to heap. {@link Transport#carriesArrays} tells
 * whether it can. A shorter array is copied into the frame.
 */
public final class ApartSizes {
    /** The sender waits for the array anyway. The copy of a shorter one takes less time than a message of its own. */
    public static final long AWAITED = 8 << 10;
    /** The sender would go on, but has to wait until the array has been received. Below this size a copy is shorter. */
    public static final long ONE_WAY = 32 << 10;
    /** The array was copied when it was packed. A shorter copy lies among the other elements, which go as one. */
    public static final long PACKED = 32 << 10;
    /** The sender goes on, and may change the array; or it reads the frame itself. */
    public static final long NEVER = Long.MAX_VALUE;

    private ApartSizes() {}
}

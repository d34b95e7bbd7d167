package org.rmi4mpi.message;

import java.util.function.Supplier;

/**
 * Collective operations on byte strings of any lengths. What one rank cannot write, or has no memory for, fails at all:
 * the others would wait for it for ever.
 */
interface ByteExchange {
    /**
     * What the root has, at the others; null at the root.
     *
     * @param writer null where this rank brings nothing
     */
    byte[] bcast(String call, Supplier<byte[]> writer, int root);

    /** What each rank has, at the root; null at the others. */
    byte[][] gather(String call, Supplier<byte[]> writer, int root);

    /** What each rank has. */
    byte[][] allgather(String call, Supplier<byte[]> writer);

    /** The caller's part of what the root has. */
    byte[] scatter(String call, Supplier<byte[][]> writer, int root);

    /** What each rank has for the caller. */
    byte[][] alltoall(String call, Supplier<byte[][]> writer);
}

package org.rmi4mpi.message;

import java.util.function.Supplier;

/**
 * One collective operation on byte strings of any lengths. What one rank cannot write fails at those that wait for it. Each
 * method supplies what has come; of a started operation that is there when {@link #end} calls the one who reads it.
 */
interface ByteExchange {
    /**
     * What the root has, at the others; null at the root.
     *
     * @param writer null where this rank brings nothing
     */
    Supplier<byte[]> bcast(Supplier<byte[]> writer, int root);

    /** What each rank has, at the root; null at the others. */
    Supplier<byte[][]> gather(Supplier<byte[]> writer, int root);

    /** What each rank has. */
    Supplier<byte[][]> allgather(Supplier<byte[]> writer);

    /** The caller's part of what the root has. */
    Supplier<byte[]> scatter(Supplier<byte[][]> writer, int root);

    /** What each rank has for the caller. */
    Supplier<byte[][]> alltoall(Supplier<byte[][]> writer);

    /**
     * The last call of an operation.
     *
     * @param buf kept reachable until the operation has ended
     * @param reads what is done with what has come; at once, but for an operation that was started
     */
    default void end(Object buf, Runnable reads) {
        reads.run();
    }

    /** @param root null where there is none */
    static ByteExchange of(Operation operation, Communicator comm, String call, Integer root) {
        return operation != null ? new StartedExchange(operation, comm, call, root)
                : comm.isInter() ? new BytesBetween(comm, call) : new ByteCollectives(comm, call);
    }
}

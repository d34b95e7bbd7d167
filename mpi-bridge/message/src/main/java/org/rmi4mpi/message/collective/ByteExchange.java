package org.rmi4mpi.message.collective;

import java.util.function.Supplier;
import org.rmi4mpi.message.Communicator;
import org.rmi4mpi.message.Operation;

/**
 * One collective operation on byte strings of any lengths. Where one rank cannot write its data, the operation fails at
 * the ranks that wait for them. Each method returns a supplier of the received data. For a started operation the data
 * are there when {@link #end} runs the reader.
 */
public interface ByteExchange {
    /**
     * Supplies the root's data at the other ranks, and null at the root.
     *
     * @param writer null where this rank brings nothing
     */
    Supplier<byte[]> bcast(Supplier<byte[]> writer, int root);

    /** Supplies the data of all ranks at the root, and null at the other ranks. */
    Supplier<byte[][]> gather(Supplier<byte[]> writer, int root);

    /** Supplies the data of all ranks. */
    Supplier<byte[][]> allgather(Supplier<byte[]> writer);

    /** Supplies the caller's part of the root's data. */
    Supplier<byte[]> scatter(Supplier<byte[][]> writer, int root);

    /** Supplies the parts that the ranks have for the caller. */
    Supplier<byte[][]> alltoall(Supplier<byte[][]> writer);

    /**
     * The last call of an operation.
     *
     * @param buf kept reachable until the operation has ended
     * @param reads takes the received data; called at once, or at the end of a started operation
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

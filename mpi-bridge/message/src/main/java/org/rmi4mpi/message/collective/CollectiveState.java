package org.rmi4mpi.message.collective;

import java.util.function.Function;
import org.rmi4mpi.message.Communicator;
import org.rmi4mpi.message.Operation;

/** What collective operations keep with a communicator. Any thread may call. */
final class CollectiveState implements Communicator.Companion {
    private static final Function<Communicator, Communicator.Companion> MAKER = CollectiveState::new;

    private final ObjectChannel objects;
    private final NodeExchange node;

    private CollectiveState(Communicator comm) {
        objects = new ObjectChannel(comm);
        node = new NodeExchange(comm);
    }

    private static CollectiveState of(Communicator comm) {
        return (CollectiveState) comm.companion(MAKER);
    }

    static ObjectChannel objects(Communicator comm) {
        return of(comm).objects;
    }

    /**
     * The exchange for a collective call that all ranks make in the same order; null where the call has to use MPI.
     *
     * @param operation null for a call that returns when the operation has ended; all others use MPI
     */
    static NodeExchange node(Operation operation, Communicator comm, String call) {
        return operation != null ? null : of(comm).node.next(call);
    }

    @Override
    public void free(String call) {
        objects.free(call);
    }

    @Override
    public void freed() {
        node.drop();
    }
}

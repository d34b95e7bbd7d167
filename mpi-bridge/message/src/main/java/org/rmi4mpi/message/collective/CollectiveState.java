package org.rmi4mpi.message.collective;

import java.util.function.Function;
import org.rmi4mpi.message.Communicator;

/** What collective operations keep with a communicator. Any thread may call. */
final class CollectiveState implements Communicator.Companion {
    private static final Function<Communicator, Communicator.Companion> MAKER = CollectiveState::new;

    private final ObjectChannel objects;
    private final NodeExchange node;

    private CollectiveState(Communicator comm) {
        objects = new ObjectChannel(comm);
        node = new NodeExchange(comm);
    }

    static CollectiveState of(Communicator comm) {
        return (CollectiveState) comm.companion(MAKER);
    }

    ObjectChannel objects() {
        return objects;
    }

    NodeExchange node() {
        return node;
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

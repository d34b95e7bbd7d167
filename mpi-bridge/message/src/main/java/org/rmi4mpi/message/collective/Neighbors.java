package org.rmi4mpi.message.collective;

import org.rmi4mpi.bridge.MpiCollectives;
import org.rmi4mpi.message.Communicator;
import org.rmi4mpi.message.Operation;
import org.rmi4mpi.message.StagedSpan;
import org.rmi4mpi.message.Topology;
import org.rmi4mpi.message.data.Check;
import org.rmi4mpi.message.data.Span;

/**
 * The collective operations among the neighbours in a topology. They have the same forms as in {@link Collectives}.
 * Stateless.
 */
public final class Neighbors {
    private Neighbors() {}

    private static Topology topology(Communicator comm, Span span) {
        comm.locate(span.call());
        Check.argument(span.call(), comm.topology() != null, "topology", "none", "that of a grid or a graph");
        Check.argument(span.call(), !span.layout().isObject(), "datatype", span.layout(), "a primitive base type");
        return comm.topology();
    }

    public static <O extends Operation> O allgather(O operation, Communicator comm, Span sent, Span received) {
        int sources = topology(comm, received).sources(comm.rank());
        Exchange exchange = new Exchange(comm, received.call());
        StagedSpan out = exchange.sends(sent, received);
        Pieces in = exchange.receives(Pieces.equal(received, sources));
        return exchange.start(operation, slot -> MpiCollectives.ineighborAllgather(out.address(), out.items(),
                out.type(), in.address(), in.items(), in.type(), sources, comm.handle(), slot));
    }

    public static <O extends Operation> O allgatherv(
            O operation, Communicator comm, Span sent, Span received, int[] counts, int[] displs) {
        int sources = topology(comm, received).sources(comm.rank());
        Exchange exchange = new Exchange(comm, received.call());
        StagedSpan out = exchange.sends(sent, received);
        Pieces in = exchange.receives(Pieces.of(received, counts, displs, sources));
        long nativeCounts = exchange.kept(in.nativeCounts());
        long nativeDispls = exchange.kept(in.nativeDisplacements());
        return exchange.start(operation, slot -> MpiCollectives.ineighborAllgatherv(out.address(), out.items(),
                out.type(), in.address(), nativeCounts, nativeDispls, in.type(), sources, comm.handle(), slot));
    }

    public static <O extends Operation> O alltoall(O operation, Communicator comm, Span sent, Span received) {
        Topology topology = topology(comm, received);
        int sources = topology.sources(comm.rank());
        Exchange exchange = new Exchange(comm, received.call());
        Pieces out = exchange.sends(Pieces.equal(sent, topology.destinations(comm.rank())), received);
        Pieces in = exchange.receives(Pieces.equal(received, sources));
        return exchange.start(operation, slot -> MpiCollectives.ineighborAlltoall(out.address(), out.items(),
                out.type(), in.address(), in.items(), in.type(), sources, comm.handle(), slot));
    }

    public static <O extends Operation> O alltoallv(
            O operation, Communicator comm, Span sent, int[] sendcounts, int[] sdispls,
            Span received, int[] recvcounts, int[] rdispls) {
        Topology topology = topology(comm, received);
        int sources = topology.sources(comm.rank());
        Exchange exchange = new Exchange(comm, received.call());
        Pieces out = exchange.sends(Pieces.of(sent, sendcounts, sdispls, topology.destinations(comm.rank())), received);
        Pieces in = exchange.receives(Pieces.of(received, recvcounts, rdispls, sources));
        long outCounts = exchange.kept(out.nativeCounts());
        long outDispls = exchange.kept(out.nativeDisplacements());
        long inCounts = exchange.kept(in.nativeCounts());
        long inDispls = exchange.kept(in.nativeDisplacements());
        return exchange.start(operation, slot -> MpiCollectives.ineighborAlltoallv(out.address(), outCounts, outDispls,
                out.type(), in.address(), inCounts, inDispls, in.type(), sources, comm.handle(), slot));
    }
}

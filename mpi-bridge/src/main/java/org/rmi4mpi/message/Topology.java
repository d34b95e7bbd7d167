package org.rmi4mpi.message;

/** How the ranks of a communicator are neighbours: what the neighbourhood collectives exchange with. Immutable. */
public sealed interface Topology permits Grid, Graph, DistGraph {
    /** Neighbours that a rank receives from, in the order of their pieces; some may be nobody. */
    int sources(int rank);

    /** Neighbours that a rank sends to. */
    int destinations(int rank);
}

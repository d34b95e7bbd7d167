package org.rmi4mpi.message;

/** The neighbours of each rank of a communicator, with which the neighbourhood collectives exchange data. Immutable. */
public sealed interface Topology permits Grid, Graph, DistGraph {
    /** Number of neighbours that a rank receives from, PROC_NULL included. */
    int sources(int rank);

    /** Number of neighbours that a rank sends to, PROC_NULL included. */
    int destinations(int rank);
}

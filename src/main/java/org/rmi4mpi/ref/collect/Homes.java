package org.rmi4mpi.ref.collect;

/** The collectors of all ranks, as that of this rank calls them. Implemented where calls are made. */
public interface Homes {
    /** This rank. */
    int rank();

    /** Number of ranks. */
    int size();

    /** Lets the other ranks call the collector of this one. */
    void export(Home own);

    /** The collector of a rank. */
    Home at(int rank);

    /** The collector of a rank, for calls that no one waits for. */
    Home oneWayAt(int rank);
}

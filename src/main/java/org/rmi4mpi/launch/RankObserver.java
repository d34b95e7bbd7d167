package org.rmi4mpi.launch;

import org.rmi4mpi.dispatch.Probe;
import org.rmi4mpi.ref.ReferenceLayer;

/**
 * Observes a rank from the start of the job to its end. Found by {@link java.util.ServiceLoader} in a folder of jars beside
 * those of the ranks, if an option asks for it: see {@link RankObservers}.
 */
public interface RankObserver {
    /** Receives the events of the rank. Called first. */
    Probe probe();

    /** Exports what other ranks need of this one, before the first request is taken. */
    void start(ReferenceLayer layer);

    /** All ranks have come to MPI.Finalize. Remote calls still work. */
    void leave();

    /**
     * The rank ends without MPI.Finalize, or while it is in it. Called on a thread of its own, at most once. Must not wait for other
     * ranks.
     */
    void endEarly();

    /** All ranks have left. There are no calls any more. */
    void end();
}

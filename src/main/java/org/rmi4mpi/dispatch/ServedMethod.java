package org.rmi4mpi.dispatch;

/** A call that a thread of this rank runs, as a {@link Probe} sees it. Valid on that thread, during the event. */
public interface ServedMethod {
    /** The rank that has made the call. */
    int caller();

    /** The id of the call at that rank; 0 for a call without a reply. */
    long callId();

    /** The method. Its text names it. */
    Object method();
}

package org.rmi4mpi.bridge;

/**
 * A layer above that takes part in the job from start to end. Found by {@link java.util.ServiceLoader}. There is at
 * most one.
 */
public interface JobParticipant {
    /** Called before MPI is initialised. From then on, a rank that fails has to abort the job. */
    void prepare();

    /**
     * Describes what must be the same at all ranks: versions of formats, and options that change them. Called before
     * {@link #join}.
     */
    String terms();

    /**
     * Called after MPI has been initialised on every rank.
     *
     * @param communicator handle of a communicator of all Java ranks that only the participant uses
     * @return how threads of the job wait from now on
     */
    Progress join(long communicator);

    /** The streams of objects in messages. Called after {@link #join}. */
    ObjectStreams objectStreams();

    /** Called when this rank has called Finalize, before it waits for the others. */
    void finishing();

    /** Called on every rank after all ranks have called Finalize. MPI is available until this method returns. */
    void leave();
}

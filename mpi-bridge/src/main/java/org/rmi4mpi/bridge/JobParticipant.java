package org.rmi4mpi.bridge;

/**
 * A layer above that takes part in the job from its start to its end; found by {@link
 * java.util.ServiceLoader}. There is one at most.
 */
public interface JobParticipant {
    /** MPI is about to be initialised: from then on a rank that fails has to end the job. */
    void prepare();

    /**
     * What the participants of all ranks must have in common to understand one another, in words: versions of what they
     * send, and options that change it. Asked before any of them joins.
     */
    String terms();

    /**
     * MPI has been initialised on every rank.
     *
     * @param communicator handle of a communicator of all Java ranks, for the participant alone
     * @return how the job's threads wait from now on
     */
    Progress join(long communicator);

    /** The streams of objects in messages, from then on. */
    ObjectStreams objectStreams();

    /** Every rank has called Finalize; until this returns, MPI is there. Called on every rank. */
    void leave();
}

package org.rmi4mpi.ref;

/**
 * Decides how long exported objects live: a plug-in, one for each reference layer. References leave this rank in calls, and
 * the collector says with which weight; and others come. Called by any thread.
 */
interface Collector {
    /** Of what is not counted. */
    long NONE = 0;

    /** Before the first call. */
    void start(ReferenceLayer layer);

    /** This rank makes no more calls. */
    void stop();

    /** An object is about to be exported, which not every rank knows. */
    void export(ExportedObject object);

    /** The weight of a reference that is written into a call's message. */
    long leave(RemoteReference reference);

    /** That message does not leave. */
    void stay(RemoteReference reference, long weight);

    /** A reference is written to where nobody counts it. */
    void leaveUncounted(RemoteReference reference);

    /** A reference of some weight has come; returns what it holds on to, or null. */
    Object arrive(int rank, long objectId, long weight);

    /** The weight of a one-way request to an object, which has to be there when that begins. */
    long request(RemoteReference target);

    /** Such a request begins. */
    void begin(ExportedObject target, int caller, long weight);
}

package org.rmi4mpi.ref;

/**
 * Decides how long exported objects live. Each reference layer has one collector. It assigns a weight to each reference
 * that leaves this rank in a call, and takes the weights of references that arrive. Thread-safe.
 */
interface Collector {
    /** The weight of a reference that is not counted. */
    long NONE = 0;

    /** Called before the first call. */
    void start(ReferenceLayer layer);

    /** Called when this rank makes no more calls. */
    void stop();

    /** An object is about to be exported. Not called for well-known objects. */
    void export(ExportedObject object);

    /** Returns the weight of a reference that is written into a message. */
    long leave(RemoteReference reference);

    /** Takes back the weight of a reference whose message is not sent. */
    void stay(RemoteReference reference, long weight);

    /** A reference is written to a stream that is not a message, so that it cannot be counted. */
    void leaveUncounted(RemoteReference reference);

    /** A reference with a weight has arrived. Returns an object that the reference has to hold, or null. */
    Object arrive(int rank, long objectId, long weight);

    /** Returns the weight of a one-way request: its object has to live until the request begins. */
    long request(RemoteReference target);

    /** A one-way request with a weight begins. */
    void begin(ExportedObject target, int caller, long weight);
}

package org.rmi4mpi.ref.collect;

/**
 * Decides how long exported objects live. Each rank has one collector. It assigns a weight to each reference that leaves
 * this rank in a call, and takes the weights of references that arrive. Thread-safe.
 */
public interface Collector {
    /** The weight of a reference that is not counted. */
    long NONE = 0;

    /** Returns a collector that counts the references of all ranks to the objects of this one. */
    static Collector counting(ExportTable<?> exports, Homes homes) {
        return new CountingCollector(exports, homes);
    }

    /** Returns a collector that keeps all objects until they are unexported. */
    static Collector keepingAll() {
        return new NullCollector();
    }

    /** Called when this rank makes no more calls. */
    void stop();

    /** An object is about to be exported. Not called for well-known objects. */
    void export(CountedObject object);

    /** Returns the weight of a reference that is written into a message. */
    long leave(CountedReference reference);

    /** Takes back the weight of a reference whose message is not sent. */
    void stay(CountedReference reference, long weight);

    /** A reference is written to a stream that is not a message, so that it cannot be counted. */
    void leaveUncounted(CountedReference reference);

    /** A reference with a weight has arrived. Returns an object that the reference has to hold, or null. */
    Object arrive(int rank, long objectId, long weight);

    /** Returns the weight of a one-way request: its object has to live until the request begins. */
    long request(CountedReference target);

    /** A one-way request with a weight begins. */
    void begin(CountedObject target, int caller, long weight);
}

package org.rmi4mpi.ref.collect;

/** A reference to a remote object, as collectors see it. */
public interface CountedReference {
    /** The home of the object. */
    int rank();

    long objectId();

    /** What {@link Collector#arrive} has returned; null for a reference that is not counted. */
    Object grip();
}

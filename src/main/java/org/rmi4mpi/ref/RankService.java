package org.rmi4mpi.ref;

/** A service of a rank from the start of the job. Found by {@link java.util.ServiceLoader}. */
public interface RankService {
    /** Comes before the start of any service. */
    default void prepare(ReferenceLayer layer) {}

    /** Exports the objects of the service, before the first request is taken. */
    default void start(ReferenceLayer layer) {}

    /** All ranks have come to the end of the job. Remote calls still work. */
    default void stop() {}
}

package org.rmi4mpi.ref;

/** Something that a rank offers from the start of the job; found by {@link java.util.ServiceLoader}. */
public interface RankService {
    /** Exports what the service is made of, before the first request is taken. */
    void start(ReferenceLayer layer);
}

package org.rmi4mpi.bridge;

/** Memory that an operation of MPI reads or writes. It belongs to whoever acquired it, until its release. */
public interface Memory {
    long address();

    void release();
}

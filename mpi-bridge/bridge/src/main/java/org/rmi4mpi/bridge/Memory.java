package org.rmi4mpi.bridge;

/** Memory that an MPI operation reads or writes. Its owner acquires and releases it. */
public interface Memory {
    long address();

    void release();
}

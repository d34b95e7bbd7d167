package org.rmi4mpi.message;

import org.rmi4mpi.bridge.Mpi;
import org.rmi4mpi.bridge.RequestSlot;

/** The modes of a send (MPI 1.1, 3.4). A buffered send is a standard send of a copy, see {@link BufferedSends}. */
public enum SendMode {
    STANDARD(Mpi::isend),
    SYNCHRONOUS(Mpi::issend),
    READY(Mpi::irsend);

    private final Start start;

    private interface Start {
        int start(long address, int count, long type, int dest, int tag, long comm, RequestSlot slot);
    }

    SendMode(Start start) {
        this.start = start;
    }

    int start(long address, int count, long type, int dest, int tag, long comm, RequestSlot slot) {
        return start.start(address, count, type, dest, tag, comm, slot);
    }
}

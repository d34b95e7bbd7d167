package org.rmi4mpi.message;

import org.rmi4mpi.bridge.Mpi;

/** The modes of a send (MPI 1.1, 3.4). A buffered send is a standard send of a copy, see {@link BufferedSends}. */
public enum SendMode {
    STANDARD(Mpi.STANDARD),
    SYNCHRONOUS(Mpi.SYNCHRONOUS),
    READY(Mpi.READY);

    private final int code;

    SendMode(int code) {
        this.code = code;
    }

    /** The mode in {@link Mpi}. */
    int code() {
        return code;
    }
}

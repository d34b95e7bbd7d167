package org.rmi4mpi.message.data;

import org.rmi4mpi.bridge.Mpi;

/**
 * The numbers that stand for no rank, for any rank, and so on. They are those of the MPI beneath, unless noted.
 * Stateless.
 */
public final class Constants {
    public static final int ANY_SOURCE = (int) Mpi.constant("MPI_ANY_SOURCE");
    public static final int ANY_TAG = (int) Mpi.constant("MPI_ANY_TAG");
    public static final int PROC_NULL = (int) Mpi.constant("MPI_PROC_NULL");
    /** Root of a collective operation between two groups: the caller itself. */
    public static final int ROOT = (int) Mpi.constant("MPI_ROOT");
    /** No rank, count or index. It is -1 here; MPI's own value may differ. */
    public static final int UNDEFINED = -1;
    /** Comparisons: the same object, or the same ranks in the same order. */
    public static final int IDENT = 0;
    public static final int CONGRUENT = 1;
    public static final int SIMILAR = 2;
    public static final int UNEQUAL = 3;

    /** Kinds of a window's lock. */
    public static final int LOCK_SHARED = (int) Mpi.constant("MPI_LOCK_SHARED");
    public static final int LOCK_EXCLUSIVE = (int) Mpi.constant("MPI_LOCK_EXCLUSIVE");
    /** Asserts that no operations follow a fence. */
    public static final int NO_CHECK = (int) Mpi.constant("MPI_MODE_NOCHECK");
    public static final int NO_SUCCEED = (int) Mpi.constant("MPI_MODE_NOSUCCEED");

    public static final long BYTE = Mpi.constant("MPI_BYTE");
    /** Replaces the address of the data to send, where they are in the receive buffer. */
    public static final long IN_PLACE = Mpi.constant("MPI_IN_PLACE");

    /** Displacement of a file's view that begins where the file's pointer is. */
    public static final long DISPLACEMENT_CURRENT = Mpi.constant("MPI_DISPLACEMENT_CURRENT");
    public static final int MAX_DATAREP = (int) Mpi.constant("MPI_MAX_DATAREP_STRING");
    public static final int MAX_PORT = (int) Mpi.constant("MPI_MAX_PORT_NAME");

    private Constants() {}

    /** MPI's value of a colour: UNDEFINED differs between the program and MPI. */
    public static int colourInMpi(int colour) {
        return colour == UNDEFINED ? (int) Mpi.constant("MPI_UNDEFINED") : colour;
    }
}

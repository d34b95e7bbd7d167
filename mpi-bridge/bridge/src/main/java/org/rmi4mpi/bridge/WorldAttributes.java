package org.rmi4mpi.bridge;

/** The attributes that MPI gives MPI_COMM_WORLD. Read in MPI.Init, and constant afterwards. */
public final class WorldAttributes {
    /** Every MPI has tags up to this one. */
    private static final int LEAST_LARGEST_TAG = 32767;

    private static int largestTag;
    private static int applicationNumber;
    private static int universeSize;

    private WorldAttributes() {}

    static void read(int size) {
        largestTag = Mpi.worldAttribute("MPI_TAG_UB", LEAST_LARGEST_TAG);
        applicationNumber = Mpi.worldAttribute("MPI_APPNUM", 0);
        universeSize = Mpi.worldAttribute("MPI_UNIVERSE_SIZE", size);
    }

    public static int largestTag() {
        return largestTag;
    }

    /** The index of this rank's program on the command line of mpirun, from 0. */
    public static int applicationNumber() {
        return applicationNumber;
    }

    /** The number of processes that the job can have. */
    public static int universeSize() {
        return universeSize;
    }
}

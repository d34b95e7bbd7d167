package mpi;

import org.rmi4mpi.bridge.Mpi;

/** Constants of windows, files and processes, with the values of the MPI beneath. {@link MPI} inherits them. */
public class MpiModes extends MpiErrors {
    /** Mode of opening a file; MPI 3.1, 13.2.1. */
    public static final int MODE_CREATE = constant("MPI_MODE_CREATE");
    /** Mode of opening a file; MPI 3.1, 13.2.1. */
    public static final int MODE_RDONLY = constant("MPI_MODE_RDONLY");
    /** Mode of opening a file; MPI 3.1, 13.2.1. */
    public static final int MODE_WRONLY = constant("MPI_MODE_WRONLY");
    /** Mode of opening a file; MPI 3.1, 13.2.1. */
    public static final int MODE_RDWR = constant("MPI_MODE_RDWR");
    /** Mode of opening a file; MPI 3.1, 13.2.1. */
    public static final int MODE_DELETE_ON_CLOSE = constant("MPI_MODE_DELETE_ON_CLOSE");
    /** Mode of opening a file; MPI 3.1, 13.2.1. */
    public static final int MODE_UNIQUE_OPEN = constant("MPI_MODE_UNIQUE_OPEN");
    /** Mode of opening a file; MPI 3.1, 13.2.1. */
    public static final int MODE_EXCL = constant("MPI_MODE_EXCL");
    /** Mode of opening a file; MPI 3.1, 13.2.1. */
    public static final int MODE_APPEND = constant("MPI_MODE_APPEND");
    /** Mode of opening a file; MPI 3.1, 13.2.1. */
    public static final int MODE_SEQUENTIAL = constant("MPI_MODE_SEQUENTIAL");
    /** Displacement of a file's view: the present position; MPI 3.1, 13.3. */
    public static final long DISPLACEMENT_CURRENT = Mpi.constant("MPI_DISPLACEMENT_CURRENT");
    /** The place in a file that an offset counts from. */
    public static final int SEEK_SET = constant("MPI_SEEK_SET");
    /** The place in a file that an offset counts from. */
    public static final int SEEK_CUR = constant("MPI_SEEK_CUR");
    /** The place in a file that an offset counts from. */
    public static final int SEEK_END = constant("MPI_SEEK_END");
    /** The distribution of an array over ranks; MPI 3.1, 4.1.4. */
    public static final int ORDER_C = constant("MPI_ORDER_C");
    /** The distribution of an array over ranks; MPI 3.1, 4.1.4. */
    public static final int ORDER_FORTRAN = constant("MPI_ORDER_FORTRAN");
    /** The distribution of an array over ranks; MPI 3.1, 4.1.4. */
    public static final int DISTRIBUTE_BLOCK = constant("MPI_DISTRIBUTE_BLOCK");
    /** The distribution of an array over ranks; MPI 3.1, 4.1.4. */
    public static final int DISTRIBUTE_CYCLIC = constant("MPI_DISTRIBUTE_CYCLIC");
    /** The distribution of an array over ranks; MPI 3.1, 4.1.4. */
    public static final int DISTRIBUTE_NONE = constant("MPI_DISTRIBUTE_NONE");
    /** The distribution of an array over ranks; MPI 3.1, 4.1.4. */
    public static final int DISTRIBUTE_DFLT_DARG = constant("MPI_DISTRIBUTE_DFLT_DARG");
    /** Assertion of a window's synchronization; MPI 3.1, 11.5.5. */
    public static final int MODE_NOCHECK = constant("MPI_MODE_NOCHECK");
    /** Assertion of a window's synchronization; MPI 3.1, 11.5.5. */
    public static final int MODE_NOPRECEDE = constant("MPI_MODE_NOPRECEDE");
    /** Assertion of a window's synchronization; MPI 3.1, 11.5.5. */
    public static final int MODE_NOPUT = constant("MPI_MODE_NOPUT");
    /** Assertion of a window's synchronization; MPI 3.1, 11.5.5. */
    public static final int MODE_NOSTORE = constant("MPI_MODE_NOSTORE");
    /** Assertion of a window's synchronization; MPI 3.1, 11.5.5. */
    public static final int MODE_NOSUCCEED = constant("MPI_MODE_NOSUCCEED");
    /** Kind of a window's lock. */
    public static final int LOCK_EXCLUSIVE = constant("MPI_LOCK_EXCLUSIVE");
    /** Kind of a window's lock. */
    public static final int LOCK_SHARED = constant("MPI_LOCK_SHARED");

    MpiModes() {}
}

package mpi;

import org.rmi4mpi.message.Constants;

/** The numbers that stand for ranks, tags, comparisons, topologies and keys: {@link MPI} has them by inheritance. */
public class MpiNumbers extends MpiBuffers {
    /** Source of a receive or a probe: whatever rank sends. */
    public static int ANY_SOURCE = constant("MPI_ANY_SOURCE");
    /** Tag of a receive or a probe: whatever tag a message has. */
    public static int ANY_TAG = constant("MPI_ANY_TAG");
    /** Rank of nobody: what is sent to it is gone, what is received from it has length 0; both end at once. */
    public static int PROC_NULL = constant("MPI_PROC_NULL");
    /** No rank, count or index; -1, as MPJ Express has it and programs write it, whatever it is in MPI. */
    public static int UNDEFINED = Constants.UNDEFINED;
    /** Bytes that a buffered send takes of the attached buffer beside its message. */
    public static int BSEND_OVERHEAD = constant("MPI_BSEND_OVERHEAD");
    /** What MPJ Express puts before a message in a buffer: nothing here. */
    public static int SEND_OVERHEAD = 0;
    /** As {@link #SEND_OVERHEAD}. */
    public static int RECV_OVERHEAD = 0;
    /**
     * How groups and communicators compare: the same object, or the same ranks in the same order. A constant, as the
     * others are, so that a switch may name them.
     */
    public static final int IDENT = 0;
    /** Result of a comparison: another communicator of the same ranks in the same order. */
    public static final int CONGRUENT = 1;
    /** Result of a comparison: the same ranks in another order. */
    public static final int SIMILAR = 2;
    /** Result of a comparison: other ranks. */
    public static final int UNEQUAL = 3;
    /** Topology of a {@link Graphcomm}. */
    public static int GRAPH = constant("MPI_GRAPH");
    /** Topology of a {@link Cartcomm}. */
    public static int CART = constant("MPI_CART");
    /** Topology of a {@link Graphcomm} whose ranks know their own edges alone. */
    public static int DIST_GRAPH = constant("MPI_DIST_GRAPH");
    /** Key of the attribute that is the largest tag. */
    public static int TAG_UB = constant("MPI_TAG_UB");
    /** Key of the attribute that is the host's rank. */
    public static int HOST = constant("MPI_HOST");
    /** Key of the attribute that is the rank which can do input and output. */
    public static int IO = constant("MPI_IO");
    /** Root of a collective operation between two groups: the caller itself. */
    public static final int ROOT = Constants.ROOT;
    /** No key of an attribute. */
    public static final int KEYVAL_INVALID = constant("MPI_KEYVAL_INVALID");
    /** Kind of {@link Intracomm#splitType}: the ranks of a node. */
    public static final int COMM_TYPE_SHARED = constant("MPI_COMM_TYPE_SHARED");
    /** Longest name of a communicator or datatype, in bytes. */
    public static final int MAX_OBJECT_NAME = constant("MPI_MAX_OBJECT_NAME");
    /** Longest name of a port, in bytes. */
    public static final int MAX_PORT_NAME = constant("MPI_MAX_PORT_NAME");
    /** Longest name of a representation of data, in bytes. */
    public static final int MAX_DATAREP_STRING = constant("MPI_MAX_DATAREP_STRING");
    /** Longest key of a hint, in bytes. */
    public static final int MAX_INFO_KEY = constant("MPI_MAX_INFO_KEY");
    /** Longest value of a hint, in bytes. */
    public static final int MAX_INFO_VAL = constant("MPI_MAX_INFO_VAL");
    /** Version of the MPI standard, before the dot. */
    public static final int VERSION = constant("MPI_VERSION");
    /** Version of the MPI standard, after the dot. */
    public static final int SUBVERSION = constant("MPI_SUBVERSION");
    /** Key of the attribute that is whether {@link MPI#wtime} agrees at all ranks. */
    public static final int WTIME_IS_GLOBAL = constant("MPI_WTIME_IS_GLOBAL");
    /** Key of the attribute that is the place of this program on the command line. */
    public static final int APPNUM = constant("MPI_APPNUM");
    /** Key of the attribute that is the last error code in use. */
    public static final int LASTUSEDCODE = constant("MPI_LASTUSEDCODE");
    /** Key of the attribute that is how many ranks there may be. */
    public static final int UNIVERSE_SIZE = constant("MPI_UNIVERSE_SIZE");
    /** Key of the attribute that is a window's memory. */
    public static final int WIN_BASE = constant("MPI_WIN_BASE");
    /** Key of the attribute that is the size of a window. */
    public static final int WIN_SIZE = constant("MPI_WIN_SIZE");
    /** Key of the attribute that is the unit of a window's displacements. */
    public static final int WIN_DISP_UNIT = constant("MPI_WIN_DISP_UNIT");
    /** MPI's levels of thread support, of which a program always gets the highest: any thread may call. */
    public static final int THREAD_SINGLE = 0;
    /** The level at which the main thread alone may call. */
    public static final int THREAD_FUNNELED = 1;
    /** The level at which threads may call one at a time. */
    public static final int THREAD_SERIALIZED = 2;
    /** The level at which any thread may call at any time. */
    public static final int THREAD_MULTIPLE = 3;

    MpiNumbers() {}
}

package mpi;

import org.rmi4mpi.message.data.Constants;

/** The numbers that stand for ranks, tags, comparisons, topologies and keys. {@link MPI} inherits them. */
public class MpiNumbers extends MpiBuffers {
    /** Source of a receive or a probe: any rank. */
    public static int ANY_SOURCE = constant("MPI_ANY_SOURCE");
    /** Tag of a receive or a probe: any tag. */
    public static int ANY_TAG = constant("MPI_ANY_TAG");
    /**
     * A rank that does not exist. A send to it has no effect, and a receive from it gets a message of length 0. Both
     * end at once.
     */
    public static int PROC_NULL = constant("MPI_PROC_NULL");
    /**
     * No rank, count or index. It is -1, as in MPJ Express, since programs write that number; MPI's own value may
     * differ.
     */
    public static int UNDEFINED = Constants.UNDEFINED;
    /** Bytes of the attached buffer that a buffered send takes in addition to its message. */
    public static int BSEND_OVERHEAD = constant("MPI_BSEND_OVERHEAD");
    /** Bytes that MPJ Express puts before a message in a buffer; 0 here. */
    public static int SEND_OVERHEAD = 0;
    /** Like {@link #SEND_OVERHEAD}. */
    public static int RECV_OVERHEAD = 0;
    /**
     * Result of a comparison: the same communicator, or the same ranks in the same order in a group. It and the
     * following ones are compile-time constants, so that a switch may use them.
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
    /** Topology of a {@link Graphcomm} whose ranks know only their own edges. */
    public static int DIST_GRAPH = constant("MPI_DIST_GRAPH");
    /** Key of an attribute: the largest tag. */
    public static int TAG_UB = constant("MPI_TAG_UB");
    /** Key of an attribute: the host's rank. */
    public static int HOST = constant("MPI_HOST");
    /** Key of an attribute: the rank that can do input and output. */
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
    /** Key of an attribute: whether {@link MPI#wtime} agrees at all ranks. */
    public static final int WTIME_IS_GLOBAL = constant("MPI_WTIME_IS_GLOBAL");
    /** Key of an attribute: the index of this program on the command line. */
    public static final int APPNUM = constant("MPI_APPNUM");
    /** Key of an attribute: the last error code in use. */
    public static final int LASTUSEDCODE = constant("MPI_LASTUSEDCODE");
    /** Key of an attribute: the number of ranks that there may be. */
    public static final int UNIVERSE_SIZE = constant("MPI_UNIVERSE_SIZE");
    /** Key of an attribute: a window's memory. */
    public static final int WIN_BASE = constant("MPI_WIN_BASE");
    /** Key of an attribute: the size of a window. */
    public static final int WIN_SIZE = constant("MPI_WIN_SIZE");
    /** Key of an attribute: the unit of a window's displacements. */
    public static final int WIN_DISP_UNIT = constant("MPI_WIN_DISP_UNIT");
    /**
     * A level of thread support: the process has one thread. A program always gets the highest level, {@link
     * MPI#THREAD_MULTIPLE}.
     */
    public static final int THREAD_SINGLE = 0;
    /** A level of thread support: only the main thread calls. */
    public static final int THREAD_FUNNELED = 1;
    /** A level of thread support: one thread at a time calls. */
    public static final int THREAD_SERIALIZED = 2;
    /** A level of thread support: any thread may call at any time. */
    public static final int THREAD_MULTIPLE = 3;

    MpiNumbers() {}
}

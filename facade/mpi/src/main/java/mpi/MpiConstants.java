package mpi;

import org.rmi4mpi.bridge.Mpi;
import org.rmi4mpi.message.data.Constants;
import org.rmi4mpi.message.data.Element;
import org.rmi4mpi.message.data.Layout;

/**
 * The constants: classes of errors; modes of windows and files; numbers that stand for ranks, tags and comparisons; the
 * basic datatypes. {@link MPI} inherits them. Their values are those of the MPI beneath.
 */
public class MpiConstants {
    MpiConstants() {}

    static int constant(String name) {
        return (int) Mpi.constant(name);
    }

    /** No error. */
    public static final int SUCCESS = 0;
    /** Class of an error: a wrong buffer. */
    public static final int ERR_BUFFER = constant("MPI_ERR_BUFFER");
    /** Class of an error: a wrong count. */
    public static final int ERR_COUNT = constant("MPI_ERR_COUNT");
    /** Class of an error: a wrong datatype. */
    public static final int ERR_TYPE = constant("MPI_ERR_TYPE");
    /** Class of an error: a wrong tag. */
    public static final int ERR_TAG = constant("MPI_ERR_TAG");
    /** Class of an error: a wrong communicator. */
    public static final int ERR_COMM = constant("MPI_ERR_COMM");
    /** Class of an error: a wrong rank. */
    public static final int ERR_RANK = constant("MPI_ERR_RANK");
    /** Class of an error: a wrong request. */
    public static final int ERR_REQUEST = constant("MPI_ERR_REQUEST");
    /** Class of an error: a wrong root. */
    public static final int ERR_ROOT = constant("MPI_ERR_ROOT");
    /** Class of an error: a wrong group. */
    public static final int ERR_GROUP = constant("MPI_ERR_GROUP");
    /** Class of an error: a wrong operation. */
    public static final int ERR_OP = constant("MPI_ERR_OP");
    /** Class of an error: a wrong topology. */
    public static final int ERR_TOPOLOGY = constant("MPI_ERR_TOPOLOGY");
    /** Class of an error: wrong dimensions. */
    public static final int ERR_DIMS = constant("MPI_ERR_DIMS");
    /** Class of an error: a wrong argument. */
    public static final int ERR_ARG = constant("MPI_ERR_ARG");
    /** Class of an error: MPI_ERR_UNKNOWN of the standard. */
    public static final int ERR_UNKNOWN = constant("MPI_ERR_UNKNOWN");
    /** Class of an error: MPI_ERR_TRUNCATE of the standard. */
    public static final int ERR_TRUNCATE = constant("MPI_ERR_TRUNCATE");
    /** Class of an error: MPI_ERR_OTHER of the standard. */
    public static final int ERR_OTHER = constant("MPI_ERR_OTHER");
    /** Class of an error: MPI_ERR_INTERN of the standard. */
    public static final int ERR_INTERN = constant("MPI_ERR_INTERN");
    /** Class of an error: MPI_ERR_IN_STATUS of the standard. */
    public static final int ERR_IN_STATUS = constant("MPI_ERR_IN_STATUS");
    /** Class of an error: MPI_ERR_PENDING of the standard. */
    public static final int ERR_PENDING = constant("MPI_ERR_PENDING");
    /** Class of an error: MPI_ERR_ACCESS of the standard. */
    public static final int ERR_ACCESS = constant("MPI_ERR_ACCESS");
    /** Class of an error: MPI_ERR_AMODE of the standard. */
    public static final int ERR_AMODE = constant("MPI_ERR_AMODE");
    /** Class of an error: MPI_ERR_ASSERT of the standard. */
    public static final int ERR_ASSERT = constant("MPI_ERR_ASSERT");
    /** Class of an error: MPI_ERR_BAD_FILE of the standard. */
    public static final int ERR_BAD_FILE = constant("MPI_ERR_BAD_FILE");
    /** Class of an error: MPI_ERR_BASE of the standard. */
    public static final int ERR_BASE = constant("MPI_ERR_BASE");
    /** Class of an error: MPI_ERR_CONVERSION of the standard. */
    public static final int ERR_CONVERSION = constant("MPI_ERR_CONVERSION");
    /** Class of an error: MPI_ERR_DISP of the standard. */
    public static final int ERR_DISP = constant("MPI_ERR_DISP");
    /** Class of an error: MPI_ERR_DUP_DATAREP of the standard. */
    public static final int ERR_DUP_DATAREP = constant("MPI_ERR_DUP_DATAREP");
    /** Class of an error: MPI_ERR_FILE_EXISTS of the standard. */
    public static final int ERR_FILE_EXISTS = constant("MPI_ERR_FILE_EXISTS");
    /** Class of an error: MPI_ERR_FILE_IN_USE of the standard. */
    public static final int ERR_FILE_IN_USE = constant("MPI_ERR_FILE_IN_USE");
    /** Class of an error: MPI_ERR_FILE of the standard. */
    public static final int ERR_FILE = constant("MPI_ERR_FILE");
    /** Class of an error: MPI_ERR_INFO_KEY of the standard. */
    public static final int ERR_INFO_KEY = constant("MPI_ERR_INFO_KEY");
    /** Class of an error: MPI_ERR_INFO_NOKEY of the standard. */
    public static final int ERR_INFO_NOKEY = constant("MPI_ERR_INFO_NOKEY");
    /** Class of an error: MPI_ERR_INFO_VALUE of the standard. */
    public static final int ERR_INFO_VALUE = constant("MPI_ERR_INFO_VALUE");
    /** Class of an error: MPI_ERR_INFO of the standard. */
    public static final int ERR_INFO = constant("MPI_ERR_INFO");
    /** Class of an error: MPI_ERR_IO of the standard. */
    public static final int ERR_IO = constant("MPI_ERR_IO");
    /** Class of an error: MPI_ERR_KEYVAL of the standard. */
    public static final int ERR_KEYVAL = constant("MPI_ERR_KEYVAL");
    /** Class of an error: MPI_ERR_LOCKTYPE of the standard. */
    public static final int ERR_LOCKTYPE = constant("MPI_ERR_LOCKTYPE");
    /** Class of an error: MPI_ERR_NAME of the standard. */
    public static final int ERR_NAME = constant("MPI_ERR_NAME");
    /** Class of an error: MPI_ERR_NO_MEM of the standard. */
    public static final int ERR_NO_MEM = constant("MPI_ERR_NO_MEM");
    /** Class of an error: MPI_ERR_NOT_SAME of the standard. */
    public static final int ERR_NOT_SAME = constant("MPI_ERR_NOT_SAME");
    /** Class of an error: MPI_ERR_NO_SPACE of the standard. */
    public static final int ERR_NO_SPACE = constant("MPI_ERR_NO_SPACE");
    /** Class of an error: MPI_ERR_NO_SUCH_FILE of the standard. */
    public static final int ERR_NO_SUCH_FILE = constant("MPI_ERR_NO_SUCH_FILE");
    /** Class of an error: MPI_ERR_PORT of the standard. */
    public static final int ERR_PORT = constant("MPI_ERR_PORT");
    /** Class of an error: MPI_ERR_PROC_ABORTED of the standard. */
    public static final int ERR_PROC_ABORTED = constant("MPI_ERR_PROC_ABORTED");
    /** Class of an error: MPI_ERR_QUOTA of the standard. */
    public static final int ERR_QUOTA = constant("MPI_ERR_QUOTA");
    /** Class of an error: MPI_ERR_READ_ONLY of the standard. */
    public static final int ERR_READ_ONLY = constant("MPI_ERR_READ_ONLY");
    /** Class of an error: MPI_ERR_RMA_CONFLICT of the standard. */
    public static final int ERR_RMA_CONFLICT = constant("MPI_ERR_RMA_CONFLICT");
    /** Class of an error: MPI_ERR_RMA_SYNC of the standard. */
    public static final int ERR_RMA_SYNC = constant("MPI_ERR_RMA_SYNC");
    /** Class of an error: MPI_ERR_SERVICE of the standard. */
    public static final int ERR_SERVICE = constant("MPI_ERR_SERVICE");
    /** Class of an error: MPI_ERR_SIZE of the standard. */
    public static final int ERR_SIZE = constant("MPI_ERR_SIZE");
    /** Class of an error: MPI_ERR_SPAWN of the standard. */
    public static final int ERR_SPAWN = constant("MPI_ERR_SPAWN");
    /** Class of an error: MPI_ERR_UNSUPPORTED_DATAREP of the standard. */
    public static final int ERR_UNSUPPORTED_DATAREP = constant("MPI_ERR_UNSUPPORTED_DATAREP");
    /** Class of an error: MPI_ERR_UNSUPPORTED_OPERATION of the standard. */
    public static final int ERR_UNSUPPORTED_OPERATION = constant("MPI_ERR_UNSUPPORTED_OPERATION");
    /** Class of an error: MPI_ERR_WIN of the standard. */
    public static final int ERR_WIN = constant("MPI_ERR_WIN");
    /** Class of an error: MPI_ERR_LASTCODE of the standard. */
    public static final int ERR_LASTCODE = constant("MPI_ERR_LASTCODE");
    /** Class of an error: MPI_ERR_SYSRESOURCE of the standard. */
    public static final int ERR_SYSRESOURCE = constant("MPI_ERR_SYSRESOURCE");

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

    /** One {@code byte}; MPI_SIGNED_CHAR in C, 1 byte. */
    public static Datatype BYTE = new Datatype("MPI.BYTE", Element.BYTE, 1);
    /** One {@code char}; MPI_UNSIGNED_SHORT in C, 2 bytes. */
    public static Datatype CHAR = new Datatype("MPI.CHAR", Element.CHAR, 1);
    /** One {@code short}; MPI_SHORT in C, 2 bytes. */
    public static Datatype SHORT = new Datatype("MPI.SHORT", Element.SHORT, 1);
    /** One {@code boolean}; MPI_C_BOOL in C, 1 byte. */
    public static Datatype BOOLEAN = new Datatype("MPI.BOOLEAN", Element.BOOLEAN, 1);
    /** One {@code int}; MPI_INT in C, 4 bytes. */
    public static Datatype INT = new Datatype("MPI.INT", Element.INT, 1);
    /** One {@code long}; MPI_LONG in C, 8 bytes. */
    public static Datatype LONG = new Datatype("MPI.LONG", Element.LONG, 1);
    /** One {@code float}; MPI_FLOAT in C, 4 bytes. */
    public static Datatype FLOAT = new Datatype("MPI.FLOAT", Element.FLOAT, 1);
    /** One {@code double}; MPI_DOUBLE in C, 8 bytes. */
    public static Datatype DOUBLE = new Datatype("MPI.DOUBLE", Element.DOUBLE, 1);
    /** A datatype without elements, for any buffer. */
    public static Datatype NULL = new Datatype("MPI.NULL", Element.BYTE, 0);
    /** Bytes that {@link Comm#Pack} has packed. */
    public static Datatype PACKED = new Datatype(Layout.packed("MPI.PACKED"));
    /** Marks the lower bound in {@link Datatype#Struct}. */
    public static Datatype LB = new Datatype(Layout.lowerBound("MPI.LB"));
    /** Marks the upper bound in {@link Datatype#Struct}. */
    public static Datatype UB = new Datatype(Layout.upperBound("MPI.UB"));
    /** Any serializable object. */
    public static Datatype OBJECT = new Datatype(Layout.objects("MPI.OBJECT"));
    /** Two {@code shorts}: a value and a place, for {@link MPI#MINLOC} and {@link MPI#MAXLOC}. */
    public static Datatype SHORT2 = new Datatype("MPI.SHORT2", Element.SHORT, 2);
    /** Two {@code ints}: a value and a place, for {@link MPI#MINLOC} and {@link MPI#MAXLOC}. */
    public static Datatype INT2 = new Datatype("MPI.INT2", Element.INT, 2);
    /** Two {@code longs}: a value and a place, for {@link MPI#MINLOC} and {@link MPI#MAXLOC}. */
    public static Datatype LONG2 = new Datatype("MPI.LONG2", Element.LONG, 2);
    /** Two {@code floats}: a value and a place, for {@link MPI#MINLOC} and {@link MPI#MAXLOC}. */
    public static Datatype FLOAT2 = new Datatype("MPI.FLOAT2", Element.FLOAT, 2);
    /** Two {@code doubles}: a value and a place, for {@link MPI#MINLOC} and {@link MPI#MAXLOC}. */
    public static Datatype DOUBLE2 = new Datatype("MPI.DOUBLE2", Element.DOUBLE, 2);

    /** No datatype. */
    public static final Datatype DATATYPE_NULL = Datatype.NONE;
    /** Two {@code floats}: a complex number; MPI_C_FLOAT_COMPLEX in C. */
    public static final Datatype FLOAT_COMPLEX =
            new Datatype(Layout.grouped("MPI.FLOAT_COMPLEX", Element.FLOAT, 2, "MPI_C_FLOAT_COMPLEX", 1));
    /** Two {@code doubles}: a complex number; MPI_C_DOUBLE_COMPLEX in C. */
    public static final Datatype DOUBLE_COMPLEX =
            new Datatype(Layout.grouped("MPI.DOUBLE_COMPLEX", Element.DOUBLE, 2, "MPI_C_DOUBLE_COMPLEX", 1));
    /** A value and an index, in 8 bytes as C lays them out, for {@link MPI#MINLOC} and {@link MPI#MAXLOC}. */
    public static final Datatype SHORT_INT = new Datatype(Layout.pair("MPI.SHORT_INT", "MPI_SHORT_INT", Element.SHORT));
    /** A value and an index, in 16 bytes as C lays them out, for {@link MPI#MINLOC} and {@link MPI#MAXLOC}. */
    public static final Datatype LONG_INT = new Datatype(Layout.pair("MPI.LONG_INT", "MPI_LONG_INT", Element.LONG));
    /** A value and an index, in 8 bytes as C lays them out, for {@link MPI#MINLOC} and {@link MPI#MAXLOC}. */
    public static final Datatype FLOAT_INT = new Datatype(Layout.pair("MPI.FLOAT_INT", "MPI_FLOAT_INT", Element.FLOAT));
    /** A value and an index, in 16 bytes as C lays them out, for {@link MPI#MINLOC} and {@link MPI#MAXLOC}. */
    public static final Datatype DOUBLE_INT =
            new Datatype(Layout.pair("MPI.DOUBLE_INT", "MPI_DOUBLE_INT", Element.DOUBLE));

    static {
        Datatype.predefine(BYTE, CHAR, SHORT, BOOLEAN, INT, LONG, FLOAT, DOUBLE, PACKED, LB, UB, OBJECT, SHORT2, INT2,
                LONG2,
                FLOAT2, DOUBLE2, SHORT_INT, LONG_INT, FLOAT_INT, DOUBLE_INT, FLOAT_COMPLEX, DOUBLE_COMPLEX,
                DATATYPE_NULL);
    }

    /** Views of pairs. */
    public static final Int2 int2 = new Int2();
    /** Views of pairs. */
    public static final ShortInt shortInt = new ShortInt();
    /** Views of pairs. */
    public static final LongInt longInt = new LongInt();
    /** Views of pairs. */
    public static final FloatInt floatInt = new FloatInt();
    /** Views of pairs. */
    public static final DoubleInt doubleInt = new DoubleInt();
}

package mpi;

import org.rmi4mpi.bridge.Mpi;

/** MPI's classes of errors, with the values of the MPI beneath. {@link MPI} inherits them. */
public class MpiErrors {
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

    MpiErrors() {}

    static int constant(String name) {
        return (int) Mpi.constant(name);
    }
}

package mpi;

import java.nio.ByteBuffer;
import org.rmi4mpi.bridge.Job;
import org.rmi4mpi.bridge.Mpi;

/**
 * The job, and the constants of MPI.
 *
 * <pre>{@code
 * MPI.Init(args);
 * int rank = MPI.COMM_WORLD.Rank();
 * ...
 * MPI.Finalize();
 * }</pre>
 */
public class MPI {
    public static final Errhandler ERRORS_ARE_FATAL = new Errhandler(Errhandler.FATAL);
    public static final Errhandler ERRORS_RETURN = new Errhandler(Errhandler.RETURN);

    public static int ANY_SOURCE = constant("MPI_ANY_SOURCE");
    public static int ANY_TAG = constant("MPI_ANY_TAG");
    public static int PROC_NULL = constant("MPI_PROC_NULL");
    /** No rank, count or index; -1, as MPJ Express has it and programs write it, whatever it is in MPI. */
    public static int UNDEFINED = -1;
    public static int BSEND_OVERHEAD = constant("MPI_BSEND_OVERHEAD");
    /** What MPJ Express puts before a message in a buffer: nothing here. */
    public static int SEND_OVERHEAD = 0;
    /** As {@link #SEND_OVERHEAD}. */
    public static int RECV_OVERHEAD = 0;
    /** How groups and communicators compare; constants, so that a switch may name them. */
    public static final int IDENT = 0;

    public static final int CONGRUENT = 1;
    public static final int SIMILAR = 2;
    public static final int UNEQUAL = 3;
    public static int GRAPH = constant("MPI_GRAPH");
    public static int CART = constant("MPI_CART");
    /** Key of the attribute that is the largest tag. */
    public static int TAG_UB = constant("MPI_TAG_UB");
    /** Key of the attribute that is the host's rank. */
    public static int HOST = constant("MPI_HOST");
    /** Key of the attribute that is the rank which can do input and output. */
    public static int IO = constant("MPI_IO");

    public static Datatype BYTE = new Datatype("MPI.BYTE", Element.BYTE, 1);
    public static Datatype CHAR = new Datatype("MPI.CHAR", Element.CHAR, 1);
    public static Datatype SHORT = new Datatype("MPI.SHORT", Element.SHORT, 1);
    public static Datatype BOOLEAN = new Datatype("MPI.BOOLEAN", Element.BOOLEAN, 1);
    public static Datatype INT = new Datatype("MPI.INT", Element.INT, 1);
    public static Datatype LONG = new Datatype("MPI.LONG", Element.LONG, 1);
    public static Datatype FLOAT = new Datatype("MPI.FLOAT", Element.FLOAT, 1);
    public static Datatype DOUBLE = new Datatype("MPI.DOUBLE", Element.DOUBLE, 1);
    /** What {@link Comm#Pack} has made. */
    public static Datatype PACKED = new Datatype("MPI.PACKED", Element.BYTE, 1);
    /** Marks the lower bound in {@link Datatype#Struct}. */
    public static Datatype LB = new Datatype("MPI.LB", Element.BYTE, 0);
    /** Marks the upper bound in {@link Datatype#Struct}. */
    public static Datatype UB = new Datatype("MPI.UB", Element.BYTE, 0);
    /** Any serializable object. */
    public static Datatype OBJECT = new Datatype("MPI.OBJECT", null, 1);
    public static Datatype SHORT2 = new Datatype("MPI.SHORT2", Element.SHORT, 2);
    public static Datatype INT2 = new Datatype("MPI.INT2", Element.INT, 2);
    public static Datatype LONG2 = new Datatype("MPI.LONG2", Element.LONG, 2);
    public static Datatype FLOAT2 = new Datatype("MPI.FLOAT2", Element.FLOAT, 2);
    public static Datatype DOUBLE2 = new Datatype("MPI.DOUBLE2", Element.DOUBLE, 2);

    public static Op MAX = new Op("MPI.MAX");
    public static Op MIN = new Op("MPI.MIN");
    public static Op SUM = new Op("MPI.SUM");
    public static Op PROD = new Op("MPI.PROD");
    public static Op LAND = new Op("MPI.LAND");
    public static Op BAND = new Op("MPI.BAND");
    public static Op LOR = new Op("MPI.LOR");
    public static Op BOR = new Op("MPI.BOR");
    public static Op LXOR = new Op("MPI.LXOR");
    public static Op BXOR = new Op("MPI.BXOR");
    public static Op MINLOC = new Op("MPI.MINLOC", new Minloc());
    public static Op MAXLOC = new Op("MPI.MAXLOC", new Maxloc());

    /** All ranks of the job. */
    public static Intracomm COMM_WORLD = new Intracomm(Mpi.constant("MPI_COMM_WORLD"));
    /** The calling rank alone. */
    public static Comm COMM_SELF = new Intracomm(Mpi.constant("MPI_COMM_SELF"));
    /** What a rank gets that is no member of a new communicator. */
    public static final Comm COMM_NULL = null;
    /** Stands for no operation. */
    public static Request REQUEST_NULL = new Request();
    /** What {@link Request#Wait} tells of no operation. */
    public static Status EMPTY_STATUS = new Status();
    /** The group of no ranks. */
    public static Group GROUP_EMPTY = new Group(new int[0]);
    /** No group. */
    public static final Group GROUP_NULL = null;

    /** Processors that this JVM may use. */
    public static final int NUM_OF_PROCESSORS = Runtime.getRuntime().availableProcessors();

    /** MPI's levels of thread support, of which a program always gets the highest: any thread may call. */
    public static final int THREAD_SINGLE = 0;

    public static final int THREAD_FUNNELED = 1;
    public static final int THREAD_SERIALIZED = 2;
    public static final int THREAD_MULTIPLE = 3;

    private static Thread initThread;

    private MPI() {}

    private static int constant(String name) {
        return (int) Mpi.constant(name);
    }

    /**
     * Starts MPI on this rank; every rank must call it, once, before anything else of this package.
     *
     * @param args the program's arguments
     * @return the same
     * @throws MPIException where MPI cannot be started, with the reason and the remedy
     */
    public static String[] Init(String[] args) {
        try {
            Job.start();
        } catch (IllegalStateException e) {
            throw new MPIException(e.getMessage(), e.getCause());
        }
        initThread = Thread.currentThread();
        return args;
    }

    /** As {@link #Init}; returns {@link #THREAD_MULTIPLE}, whatever is required. */
    public static int initThread(String[] args, int required) {
        Init(args);
        return THREAD_MULTIPLE;
    }

    /** {@link #THREAD_MULTIPLE}. */
    public static int queryThread() {
        return THREAD_MULTIPLE;
    }

    /** Whether the caller is the thread that has called {@link #Init}. */
    public static boolean isMainThread() {
        return Thread.currentThread() == initThread;
    }

    /** Ends MPI on this rank. Returns when every rank has called it; remote calls are served until then. */
    public static void Finalize() {
        try {
            if (Job.isRunning()) {
                BufferedSends.drain();
            }
            Job.finish();
        } catch (IllegalStateException e) {
            throw new MPIException(e.getMessage(), e);
        }
    }

    /** Whether {@link #Init} has been called. */
    public static boolean Initialized() {
        return Job.isInitialized();
    }

    /** Seconds since some moment in the past. */
    public static double Wtime() {
        Check.running("Wtime");
        return Mpi.wtime();
    }

    /** Resolution of {@link #Wtime}, in seconds. */
    public static double Wtick() {
        Check.running("Wtick");
        return Mpi.wtick();
    }

    /** Name of the node that this rank runs on. */
    public static String Get_processor_name() {
        Check.running("Get_processor_name");
        return Job.host();
    }

    /** Gives room for the messages of buffered sends that are under way, in place of what was given before. */
    public static void Buffer_attach(byte[] buffer) {
        BufferedSends.attach(buffer, buffer == null ? 0 : buffer.length);
    }

    /** As {@link #Buffer_attach(byte[])}. */
    public static void Buffer_attach(ByteBuffer buffer) {
        BufferedSends.attach(buffer, buffer == null ? 0 : buffer.capacity());
    }

    /** Takes the room back, when no send uses it any more; null where there is none, or it was no array. */
    public static byte[] Buffer_detach() {
        return BufferedSends.detach() instanceof byte[] array ? array : null;
    }

    /** The error handler of {@link #COMM_WORLD}; see {@link Comm#Errhandler_set}. */
    public static void Errorhandler_set(Errhandler errhandler) {
        COMM_WORLD.Errhandler_set(errhandler);
    }

    public static Errhandler Errorhandler_get() {
        return COMM_WORLD.Errhandler_get();
    }
}

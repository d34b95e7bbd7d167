package mpi;

import java.nio.ByteBuffer;
import org.rmi4mpi.bridge.HotPaths;
import org.rmi4mpi.bridge.Job;
import org.rmi4mpi.message.BufferedSends;
import org.rmi4mpi.message.Check;
import org.rmi4mpi.message.Communicator;
import org.rmi4mpi.message.Element;
import org.rmi4mpi.message.Engine;
import org.rmi4mpi.message.Files;
import org.rmi4mpi.message.Hints;
import org.rmi4mpi.message.Layout;
import org.rmi4mpi.message.PendingOperations;
import org.rmi4mpi.message.RankGroup;
import org.rmi4mpi.message.Strict;
import org.rmi4mpi.message.Window;

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
public class MPI extends MpiNumbers {
    /** Asks that an error ends the job; see {@link Comm#Errhandler_set}. */
    public static final Errhandler ERRORS_ARE_FATAL = new Errhandler(Errhandler.FATAL);
    /** Asks that an error is thrown. */
    public static final Errhandler ERRORS_RETURN = new Errhandler(Errhandler.RETURN);

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
    /** No element at all, of any buffer. */
    public static Datatype NULL = new Datatype("MPI.NULL", Element.BYTE, 0);
    /** What {@link Comm#Pack} has made. */
    public static Datatype PACKED = new Datatype(Layout.packed("MPI.PACKED"));
    /** Marks the lower bound in {@link Datatype#Struct}. */
    public static Datatype LB = new Datatype("MPI.LB", Element.BYTE, 0);
    /** Marks the upper bound in {@link Datatype#Struct}. */
    public static Datatype UB = new Datatype("MPI.UB", Element.BYTE, 0);
    /** Any serializable object. */
    public static Datatype OBJECT = new Datatype(Layout.objects("MPI.OBJECT"));
    /** Two {@code shorts}: a value and a place, for {@link #MINLOC} and {@link #MAXLOC}. */
    public static Datatype SHORT2 = new Datatype("MPI.SHORT2", Element.SHORT, 2);
    /** Two {@code ints}: a value and a place, for {@link #MINLOC} and {@link #MAXLOC}. */
    public static Datatype INT2 = new Datatype("MPI.INT2", Element.INT, 2);
    /** Two {@code longs}: a value and a place, for {@link #MINLOC} and {@link #MAXLOC}. */
    public static Datatype LONG2 = new Datatype("MPI.LONG2", Element.LONG, 2);
    /** Two {@code floats}: a value and a place, for {@link #MINLOC} and {@link #MAXLOC}. */
    public static Datatype FLOAT2 = new Datatype("MPI.FLOAT2", Element.FLOAT, 2);
    /** Two {@code doubles}: a value and a place, for {@link #MINLOC} and {@link #MAXLOC}. */
    public static Datatype DOUBLE2 = new Datatype("MPI.DOUBLE2", Element.DOUBLE, 2);

    /** The largest; of numbers. */
    public static Op MAX = new Op("MPI.MAX");
    /** The smallest; of numbers. */
    public static Op MIN = new Op("MPI.MIN");
    /** The sum; of numbers. */
    public static Op SUM = new Op("MPI.SUM");
    /** The product; of numbers. */
    public static Op PROD = new Op("MPI.PROD");
    /** Logical and; of integers and booleans: 1 or true where all are not 0 or false. */
    public static Op LAND = new Op("MPI.LAND");
    /** Bitwise and; of integers and booleans. */
    public static Op BAND = new Op("MPI.BAND");
    /** Logical or; of integers and booleans: 1 or true where one is not 0 or false. */
    public static Op LOR = new Op("MPI.LOR");
    /** Bitwise or; of integers and booleans. */
    public static Op BOR = new Op("MPI.BOR");
    /** Logical exclusive or; of integers and booleans: 1 or true where an odd number are not 0 or false. */
    public static Op LXOR = new Op("MPI.LXOR");
    /** Bitwise exclusive or; of integers and booleans. */
    public static Op BXOR = new Op("MPI.BXOR");
    /** The smallest value, and the lowest place that has it; of pairs such as {@link #INT2}. */
    public static Op MINLOC = new Op("MPI.MINLOC", new Minloc());
    /** The largest value, and the lowest place that has it; of pairs such as {@link #INT2}. */
    public static Op MAXLOC = new Op("MPI.MAXLOC", new Maxloc());

    /** All ranks of the job. */
    public static Intracomm COMM_WORLD = new Intracomm(Communicator.WORLD);
    /** The calling rank alone. */
    public static Intracomm COMM_SELF = new Intracomm(Communicator.SELF);
    /** What a rank gets that is no member of a new communicator. */
    public static final Comm COMM_NULL = null;
    /** Stands for no operation. */
    public static Request REQUEST_NULL = new Request();
    /** What {@link Request#Wait} tells of no operation. */
    public static Status EMPTY_STATUS = new Status();
    /** The group of no ranks. */
    public static Group GROUP_EMPTY = new Group(RankGroup.EMPTY);
    /** No group. */
    public static final Group GROUP_NULL = null;

    /** Processors that this JVM may use. */
    public static final int NUM_OF_PROCESSORS = Runtime.getRuntime().availableProcessors();

    /** No datatype. */
    public static final Datatype DATATYPE_NULL = new Datatype(Layout.of("MPI.DATATYPE_NULL", Element.BYTE, 0));
    /** Two {@code floats}: a complex number; MPI_C_FLOAT_COMPLEX in C. */
    public static final Datatype FLOAT_COMPLEX =
            new Datatype(Layout.grouped("MPI.FLOAT_COMPLEX", Element.FLOAT, 2, "MPI_C_FLOAT_COMPLEX", 1));
    /** Two {@code doubles}: a complex number; MPI_C_DOUBLE_COMPLEX in C. */
    public static final Datatype DOUBLE_COMPLEX =
            new Datatype(Layout.grouped("MPI.DOUBLE_COMPLEX", Element.DOUBLE, 2, "MPI_C_DOUBLE_COMPLEX", 1));
    /** A value and an index, in 8 bytes as C lays them out, for {@link #MINLOC} and {@link #MAXLOC}. */
    public static final Datatype SHORT_INT = new Datatype(Layout.pair("MPI.SHORT_INT", "MPI_SHORT_INT", 8, 6));
    /** A value and an index, in 16 bytes as C lays them out, for {@link #MINLOC} and {@link #MAXLOC}. */
    public static final Datatype LONG_INT = new Datatype(Layout.pair("MPI.LONG_INT", "MPI_LONG_INT", 16, 12));
    /** A value and an index, in 8 bytes as C lays them out, for {@link #MINLOC} and {@link #MAXLOC}. */
    public static final Datatype FLOAT_INT = new Datatype(Layout.pair("MPI.FLOAT_INT", "MPI_FLOAT_INT", 8, 8));
    /** A value and an index, in 16 bytes as C lays them out, for {@link #MINLOC} and {@link #MAXLOC}. */
    public static final Datatype DOUBLE_INT = new Datatype(Layout.pair("MPI.DOUBLE_INT", "MPI_DOUBLE_INT", 16, 12));
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
    /** Takes what comes; in windows alone. */
    public static final Op REPLACE = new Op("MPI.REPLACE");
    /** Leaves what is there; in windows alone. */
    public static final Op NO_OP = new Op("MPI.NO_OP");
    /** No hints. */
    public static final Info INFO_NULL = Info.ofNone();
    /** As {@link #ERRORS_ARE_FATAL}. */
    public static final Errhandler ERRORS_ABORT = ERRORS_ARE_FATAL;
    /** What MPI tells of how the job was started; empty before {@link #Init}. */
    public static Info INFO_ENV = new Info();

    private static Thread initThread;

    private MPI() {}

    /**
     * Starts MPI on this rank; every rank must call it before anything else of this package. While MPI runs it does
     * nothing.
     *
     * @param args the program's arguments
     * @return the same
     * @throws MPIException where MPI cannot be started, with the reason and the remedy, or has been finalised
     */
    public static synchronized String[] Init(String[] args) {
        Job.leftoversFrom(PendingOperations::leftovers);
        if (Job.isRunning()) {
            return args;
        }
        try {
            Job.start();
        } catch (IllegalStateException e) {
            throw new MPIException(e.getMessage(), e.getCause());
        }
        Engine.initialise();
        Strict.begin();
        HotPaths.initialise(Request.class, Status.class, MPIException.class);
        initThread = Thread.currentThread();
        INFO_ENV = Info.of(Hints.ofEnvironment());
        return args;
    }

    /**
     * As {@link #Init}; returns {@link #THREAD_MULTIPLE}, whatever is required.
     *
     * @param args the program's arguments
     * @param required one of the levels
     * @return {@link #THREAD_MULTIPLE}
     */
    public static int initThread(String[] args, int required) {
        Init(args);
        return THREAD_MULTIPLE;
    }

    /**
     * As {@link #Init}, by the name that MPJ Express has for it, whose programs call it after Init, too.
     *
     * @param required one of the levels
     * @param provided not used
     * @param args the program's arguments
     * @return the same
     */
    public static String[] initThread(int required, int provided, String[] args) {
        return Init(args);
    }

    /**
     * {@link #THREAD_MULTIPLE}.
     *
     * @return {@link #THREAD_MULTIPLE}
     */
    public static int queryThread() {
        return THREAD_MULTIPLE;
    }

    /**
     * Whether the caller is the thread that has called {@link #Init}.
     *
     * @return whether it is
     */
    public static boolean isMainThread() {
        return Thread.currentThread() == initThread;
    }

    /**
     * Ends MPI on this rank. Returns when every rank has called it; remote calls are served until then.
     *
     * @throws MPIException before {@link #Init}, or where it has been called
     * @throws StackOverflowError where the thread's stack may not suffice: call it again with more of it
     */
    public static void Finalize() {
        try {
            if (Job.isRunning()) {
                BufferedSends.drain();
                Window.tellForgotten();
                Files.tellOpen();
            }
            Job.finish();
        } catch (IllegalStateException e) {
            throw new MPIException(e.getMessage(), e);
        }
    }

    /**
     * Whether {@link #Init} has been called.
     *
     * @return true after {@link #Finalize}, too
     */
    public static boolean Initialized() {
        return Job.isInitialized();
    }

    /**
     * Seconds since some moment in the past; also before {@link #Init} and after {@link #Finalize}.
     *
     * @return seconds
     */
    public static double Wtime() {
        return System.nanoTime() / 1e9;
    }

    /**
     * Resolution of {@link #Wtime}, in seconds.
     *
     * @return seconds
     */
    public static double Wtick() {
        return 1e-9;
    }

    /**
     * Name of the node that this rank runs on; also after {@link #Finalize}.
     *
     * @return as MPI has it
     */
    public static String Get_processor_name() {
        if (Job.host().isEmpty()) {
            Check.running("Get_processor_name");
        }
        return Job.host();
    }

    /**
     * Gives room for the messages of buffered sends that are under way, in place of what was given before.
     *
     * @param buffer whose length is the room, in bytes; its content is not touched
     */
    public static void Buffer_attach(byte[] buffer) {
        BufferedSends.attach("Buffer_attach", buffer, buffer == null ? 0 : buffer.length);
    }

    /**
     * As {@link #Buffer_attach(byte[])}.
     *
     * @param buffer whose length is the room, in bytes; its content is not touched
     */
    public static void Buffer_attach(ByteBuffer buffer) {
        BufferedSends.attach("Buffer_attach", buffer, buffer == null ? 0 : buffer.capacity());
    }

    /**
     * Takes the room back, when no send uses it any more; null where there is none, or it was no array.
     *
     * @return what {@link #Buffer_attach(byte[])} was given, or null
     */
    public static byte[] Buffer_detach() {
        return BufferedSends.detach("Buffer_detach") instanceof byte[] array ? array : null;
    }

    /**
     * The error handler of {@link #COMM_WORLD}; see {@link Comm#Errhandler_set}.
     *
     * @param errhandler {@link MPI#ERRORS_RETURN} or {@link MPI#ERRORS_ARE_FATAL}
     */
    public static void Errorhandler_set(Errhandler errhandler) {
        COMM_WORLD.Errhandler_set(errhandler);
    }

    /**
     * The error handler of {@link #COMM_WORLD}.
     *
     * @return the handler that was noted last
     */
    public static Errhandler Errorhandler_get() {
        return COMM_WORLD.Errhandler_get();
    }

    /**
     * As {@link #Init}, by its name in Open MPI; returns {@link #THREAD_MULTIPLE}, whatever is required.
     *
     * @param args the program's arguments
     * @param required one of the levels
     * @return {@link #THREAD_MULTIPLE}
     */
    public static int InitThread(String[] args, int required) {
        Init(args);
        return THREAD_MULTIPLE;
    }

    /**
     * As {@link #isMainThread}.
     *
     * @return whether it is
     */
    public static boolean isThreadMain() {
        return isMainThread();
    }

    /**
     * As {@link #Wtime}.
     *
     * @return seconds
     */
    public static double wtime() {
        return Wtime();
    }

    /**
     * As {@link #Wtick}.
     *
     * @return seconds
     */
    public static double wtick() {
        return Wtick();
    }

    /**
     * The version of the MPI standard that the MPI beneath implements.
     *
     * @return such as 3.1
     */
    public static Version getVersion() {
        return new Version(VERSION, SUBVERSION);
    }

    /**
     * What the MPI beneath calls itself.
     *
     * @return its text
     */
    public static String getLibVersion() {
        return Job.libraryVersion();
    }

    /**
     * As {@link #Get_processor_name}.
     *
     * @return as MPI has it
     */
    public static String getProcessorName() {
        return Get_processor_name();
    }

    /**
     * As {@link #Initialized}.
     *
     * @return true after {@link #Finalize}, too
     */
    public static boolean isInitialized() {
        return Job.isInitialized();
    }

    /**
     * Whether {@link #Finalize} has been called.
     *
     * @return true where nothing can be called any more
     */
    public static boolean isFinalized() {
        return Job.isInitialized() && !Job.isRunning();
    }

    /**
     * As {@link #Buffer_attach(byte[])}.
     *
     * @param buffer whose length is the room, in bytes; its content is not touched
     */
    public static void attachBuffer(byte[] buffer) {
        BufferedSends.attach("attachBuffer", buffer, buffer == null ? 0 : buffer.length);
    }

    /**
     * As {@link #Buffer_detach}.
     *
     * @return what {@link #attachBuffer} was given, or null
     */
    public static byte[] detachBuffer() {
        return BufferedSends.detach("detachBuffer") instanceof byte[] array ? array : null;
    }

    /**
     * For profilers; does nothing.
     *
     * @param level any number
     * @param obj any object
     */
    public static void pControl(int level, Object obj) {
        Check.running("pControl");
    }
}

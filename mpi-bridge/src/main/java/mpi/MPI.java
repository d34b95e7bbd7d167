package mpi;

import java.nio.ByteBuffer;
import org.rmi4mpi.bridge.HotPaths;
import org.rmi4mpi.bridge.Job;
import org.rmi4mpi.message.BufferedSends;
import org.rmi4mpi.message.Check;
import org.rmi4mpi.message.Communicator;
import org.rmi4mpi.message.Engine;
import org.rmi4mpi.message.Files;
import org.rmi4mpi.message.Hints;
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
public class MPI extends MpiDatatypes {
    /** Asks that an error ends the job; see {@link Comm#Errhandler_set}. */
    public static final Errhandler ERRORS_ARE_FATAL = new Errhandler(Errhandler.FATAL);
    /** Asks that an error is thrown. */
    public static final Errhandler ERRORS_RETURN = new Errhandler(Errhandler.RETURN);

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

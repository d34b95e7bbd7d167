package mpi;

import java.nio.ByteBuffer;
import org.rmi4mpi.bridge.HotPaths;
import org.rmi4mpi.bridge.Job;
import org.rmi4mpi.bridge.Stack;
import org.rmi4mpi.message.BufferedSends;
import org.rmi4mpi.message.Communicator;
import org.rmi4mpi.message.EngineStart;
import org.rmi4mpi.message.Hints;
import org.rmi4mpi.message.PendingOperations;
import org.rmi4mpi.message.Strict;
import org.rmi4mpi.message.collective.Collectives;
import org.rmi4mpi.message.data.Check;
import org.rmi4mpi.message.file.Files;
import org.rmi4mpi.message.window.Window;

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
public class MPI extends MpiBuffers {
    /** Ends the job on an error; see {@link Comm#Errhandler_set}. */
    public static final Errhandler ERRORS_ARE_FATAL = new Errhandler(Errhandler.FATAL);
    /** Throws an exception on an error. */
    public static final Errhandler ERRORS_RETURN = new Errhandler(Errhandler.RETURN);

    /** The largest number. */
    public static Op MAX = new Op("MPI.MAX");
    /** The smallest number. */
    public static Op MIN = new Op("MPI.MIN");
    /** The sum of numbers. */
    public static Op SUM = new Op("MPI.SUM");
    /** The product of numbers. */
    public static Op PROD = new Op("MPI.PROD");
    /** Logical and of integers or booleans: 1 or true if all values are true or not 0. */
    public static Op LAND = new Op("MPI.LAND");
    /** Bitwise and of integers or booleans. */
    public static Op BAND = new Op("MPI.BAND");
    /** Logical or of integers or booleans: 1 or true if a value is true or not 0. */
    public static Op LOR = new Op("MPI.LOR");
    /** Bitwise or of integers or booleans. */
    public static Op BOR = new Op("MPI.BOR");
    /** Logical exclusive or of integers or booleans: 1 or true if an odd number of values are true or not 0. */
    public static Op LXOR = new Op("MPI.LXOR");
    /** Bitwise exclusive or of integers or booleans. */
    public static Op BXOR = new Op("MPI.BXOR");
    /**
     * The pair with the smallest value, and of these the one with the lowest place; for pairs such as {@link #INT2}.
     */
    public static Op MINLOC = new Op("MPI.MINLOC", new Minloc());
    /** The pair with the largest value, and of these the one with the lowest place; for pairs such as {@link #INT2}. */
    public static Op MAXLOC = new Op("MPI.MAXLOC", new Maxloc());

    /** All ranks of the job. */
    public static Intracomm COMM_WORLD = new Intracomm(Communicator.WORLD);
    /** The calling rank alone. */
    public static Intracomm COMM_SELF = new Intracomm(Communicator.SELF);
    /** Stands for a new communicator at a rank that is not a member. */
    public static final Comm COMM_NULL = null;
    /** Stands for no operation. */
    public static Request REQUEST_NULL = Request.NULL;
    /** The status of no operation. */
    public static Status EMPTY_STATUS = new Status();
    /** The group of no ranks. */
    public static Group GROUP_EMPTY = Group.EMPTY;
    /** No group. */
    public static final Group GROUP_NULL = null;

    /** Number of processors that this JVM may use. */
    public static final int NUM_OF_PROCESSORS = Runtime.getRuntime().availableProcessors();

    /** Takes the new value; only for windows. */
    public static final Op REPLACE = new Op("MPI.REPLACE");
    /** Keeps the old value; only for windows. */
    public static final Op NO_OP = new Op("MPI.NO_OP");
    /** No hints. */
    public static final Info INFO_NULL = Info.ofNone();
    /** Like {@link #ERRORS_ARE_FATAL}. */
    public static final Errhandler ERRORS_ABORT = ERRORS_ARE_FATAL;
    /** Hints that tell how the job was started; empty before {@link #Init}. */
    public static Info INFO_ENV = new Info();

    private static Thread initThread;

    /** Makes an object without a use, since all methods are static. Programs that do so compile. */
    public MPI() {}

    /**
     * Starts MPI on this rank. Every rank must call it before it calls other methods of this package. While MPI runs, a
     * further call does nothing.
     *
     * @param args the program's arguments
     * @return the same
     * @throws MPIException where MPI cannot be started, or has been finalised; the message gives the reason and the
     *     remedy
     */
    public static synchronized String[] Init(String[] args) {
        Job.takeLeftoversFrom(() -> PendingOperations.leftovers(Files.openUses()));
        if (Job.isRunning() && initThread != null) {
            return args;
        }
        try {
            if (!Job.isRunning()) {
                Job.start();
            }
        } catch (IllegalStateException e) {
            throw new MPIException(e.getMessage(), e.getCause());
        }
        EngineStart.initialise();
        Collectives.initialise();
        Strict.begin();
        HotPaths.initialise(Request.class, Status.class, MPIException.class);
        initThread = Thread.currentThread();
        INFO_ENV = Info.of(Hints.ofEnvironment());
        return args;
    }

    /**
     * Like {@link #Init}. Always returns {@link #THREAD_MULTIPLE}.
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
     * Like {@link #Init}, by its name in MPJ Express. Programs of MPJ Express also call it after Init.
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
     * @throws StackOverflowError where the thread's stack may not suffice: call it again with more stack
     */
    public static void Finalize() {
        try {
            if (Job.isRunning()) {
                Stack.requireToEnd(); // A lambda that is linked without stack fails for ever.
                BufferedSends.drain();
                Window.tellForgotten();
                Files.tellOpen();
                Window.freeForgotten("Finalize");
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
     * Seconds since some moment in the past. Can also be called before {@link #Init} and after {@link #Finalize}.
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
     * Name of the node that this rank runs on. Can also be called after {@link #Finalize}.
     *
     * @return MPI's name
     */
    public static String Get_processor_name() {
        if (Job.host().isEmpty()) {
            Check.running("Get_processor_name");
        }
        return Job.host();
    }

    /**
     * Sets the room for the messages of buffered sends that are under way. It replaces the room that was set before.
     *
     * @param buffer its length is the room, in bytes; its content stays as it is
     */
    public static void Buffer_attach(byte[] buffer) {
        BufferedSends.attach("Buffer_attach", buffer, buffer == null ? 0 : buffer.length);
    }

    /**
     * Like {@link #Buffer_attach(byte[])}.
     *
     * @param buffer its length is the room, in bytes; its content stays as it is
     */
    public static void Buffer_attach(ByteBuffer buffer) {
        BufferedSends.attach("Buffer_attach", buffer, buffer == null ? 0 : buffer.capacity());
    }

    /**
     * Waits until no send uses the room, and removes it.
     *
     * @return the array of {@link #Buffer_attach(byte[])}; null where there is none, or it was a java.nio buffer
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
     * @return the handler that was set last
     */
    public static Errhandler Errorhandler_get() {
        return COMM_WORLD.Errhandler_get();
    }

    /**
     * Like {@link #Init}, by its name in Open MPI. Always returns {@link #THREAD_MULTIPLE}.
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
     * Like {@link #isMainThread}.
     *
     * @return whether it is
     */
    public static boolean isThreadMain() {
        return isMainThread();
    }

    /**
     * Like {@link #Wtime}.
     *
     * @return seconds
     */
    public static double wtime() {
        return Wtime();
    }

    /**
     * Like {@link #Wtick}.
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
     * The version text of the MPI beneath.
     *
     * @return its text
     */
    public static String getLibVersion() {
        return Job.libraryVersion();
    }

    /**
     * Like {@link #Get_processor_name}.
     *
     * @return MPI's name
     */
    public static String getProcessorName() {
        return Get_processor_name();
    }

    /**
     * Like {@link #Initialized}.
     *
     * @return true after {@link #Finalize}, too
     */
    public static boolean isInitialized() {
        return Job.isInitialized();
    }

    /**
     * Whether {@link #Finalize} has been called.
     *
     * @return true after {@link #Finalize}
     */
    public static boolean isFinalized() {
        return Job.isInitialized() && !Job.isRunning();
    }

    /**
     * Like {@link #Buffer_attach(byte[])}.
     *
     * @param buffer its length is the room, in bytes; its content stays as it is
     */
    public static void attachBuffer(byte[] buffer) {
        BufferedSends.attach("attachBuffer", buffer, buffer == null ? 0 : buffer.length);
    }

    /**
     * Like {@link #Buffer_detach}.
     *
     * @return the buffer of {@link #attachBuffer}, or null
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

package mpi;

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
    /** All ranks of the job. */
    public static Intracomm COMM_WORLD = new Intracomm(Mpi.constant("MPI_COMM_WORLD"));
    /** The calling rank alone. */
    public static Comm COMM_SELF = new Intracomm(Mpi.constant("MPI_COMM_SELF"));

    public static int ANY_SOURCE = (int) Mpi.constant("MPI_ANY_SOURCE");
    public static int ANY_TAG = (int) Mpi.constant("MPI_ANY_TAG");
    public static int PROC_NULL = (int) Mpi.constant("MPI_PROC_NULL");
    public static int UNDEFINED = (int) Mpi.constant("MPI_UNDEFINED");

    public static Datatype BYTE = new Datatype("MPI.BYTE", Element.BYTE);
    public static Datatype CHAR = new Datatype("MPI.CHAR", Element.CHAR);
    public static Datatype SHORT = new Datatype("MPI.SHORT", Element.SHORT);
    public static Datatype BOOLEAN = new Datatype("MPI.BOOLEAN", Element.BOOLEAN);
    public static Datatype INT = new Datatype("MPI.INT", Element.INT);
    public static Datatype LONG = new Datatype("MPI.LONG", Element.LONG);
    public static Datatype FLOAT = new Datatype("MPI.FLOAT", Element.FLOAT);
    public static Datatype DOUBLE = new Datatype("MPI.DOUBLE", Element.DOUBLE);

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

    /** Stands for no operation. */
    public static Request REQUEST_NULL = new Request();

    private MPI() {}

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
        return args;
    }

    /** Ends MPI on this rank. Returns when every rank has called it; remote calls are served until then. */
    public static void Finalize() {
        try {
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
}

package mpi;

import java.util.Arrays;
import org.rmi4mpi.message.Communicator;
import org.rmi4mpi.message.Hints;
import org.rmi4mpi.message.Processes;
import org.rmi4mpi.message.SpawnOrder;

/**
 * The methods of an {@link Intracomm} for processes that join the job while it runs, in the spelling of Open MPI; MPI
 * 3.1, chapter 10. They throw an {@link MPIException} where the MPI or the launcher does not support them. The two
 * groups can exchange messages of all types, and objects of up to some kilobytes. For collective operations on objects,
 * merge the groups.
 */
public abstract sealed class OpenMpiProcesses extends Comm permits Intracomm {
    OpenMpiProcesses(Communicator engine) {
        super(engine);
    }

    /**
     * Opens a port, where other processes can connect to this one.
     *
     * @return the name of the port
     */
    public static String openPort() {
        return Processes.openPort("openPort", null);
    }

    /**
     * Opens a port, with hints.
     *
     * @param info hints; may be {@link MPI#INFO_NULL}
     * @return the name of the port
     */
    public static String openPort(Info info) {
        return Processes.openPort("openPort", Info.hints("openPort", info));
    }

    /**
     * Closes a port.
     *
     * @param name of the port
     */
    public static void closePort(String name) {
        Processes.closePort("closePort", name);
    }

    /**
     * Waits for a group that connects to a port; every rank has to call it.
     *
     * @param port name of the port; matters at the root
     * @param root rank that has opened the port
     * @return a communicator of both groups
     */
    public final Intercomm accept(String port, int root) {
        return accept(port, MPI.INFO_NULL, root);
    }

    /**
     * Waits for a group that connects to a port, with hints; every rank has to call it.
     *
     * @param port name of the port; matters at the root
     * @param info hints; may be {@link MPI#INFO_NULL}
     * @param root rank that has opened the port
     * @return a communicator of both groups
     */
    public final Intercomm accept(String port, Info info, int root) {
        return new Intercomm(Processes.accept(engine, "accept", port, atRoot("accept", info, root), root));
    }

    /**
     * Connects to the group that accepts at a port; every rank has to call it.
     *
     * @param port name of the port; matters at the root
     * @param root rank that knows the port
     * @return a communicator of both groups
     */
    public final Intercomm connect(String port, int root) {
        return connect(port, MPI.INFO_NULL, root);
    }

    /**
     * Connects to the group that accepts at a port, with hints; every rank has to call it.
     *
     * @param port name of the port; matters at the root
     * @param info hints; may be {@link MPI#INFO_NULL}
     * @param root rank that knows the port
     * @return a communicator of both groups
     */
    public final Intercomm connect(String port, Info info, int root) {
        return new Intercomm(Processes.connect(engine, "connect", port, atRoot("connect", info, root), root));
    }

    /**
     * Publishes a port under a name.
     *
     * @param service the name
     * @param port name of the port
     */
    public static void publishName(String service, String port) {
        Processes.publish("publishName", service, null, port);
    }

    /**
     * Publishes a port under a name, with hints.
     *
     * @param service the name
     * @param info hints; may be {@link MPI#INFO_NULL}
     * @param port name of the port
     */
    public static void publishName(String service, Info info, String port) {
        Processes.publish("publishName", service, Info.hints("publishName", info), port);
    }

    /**
     * Withdraws a name.
     *
     * @param service the name
     * @param port name of the port
     */
    public static void unpublishName(String service, String port) {
        Processes.unpublish("unpublishName", service, null, port);
    }

    /**
     * Withdraws a name, with hints.
     *
     * @param service the name
     * @param info hints; may be {@link MPI#INFO_NULL}
     * @param port name of the port
     */
    public static void unpublishName(String service, Info info, String port) {
        Processes.unpublish("unpublishName", service, Info.hints("unpublishName", info), port);
    }

    /**
     * Finds a port by its name.
     *
     * @param service the name
     * @return name of the port
     */
    public static String lookupName(String service) {
        return Processes.lookup("lookupName", service, null);
    }

    /**
     * Finds a port by its name, with hints.
     *
     * @param service the name
     * @param info hints; may be {@link MPI#INFO_NULL}
     * @return name of the port
     */
    public static String lookupName(String service, Info info) {
        return Processes.lookup("lookupName", service, Info.hints("lookupName", info));
    }

    /**
     * Starts processes, which have an {@code MPI.COMM_WORLD} of their own; every rank has to call it. Start a Java
     * program by the command {@code java} with the arguments {@code -cp}, the class path and the main class. All
     * arguments but the root matter at the root only.
     *
     * @param command an executable
     * @param argv its arguments; null for none
     * @param maxprocs number of processes
     * @param info hints, such as "wdir" and "host"; may be {@link MPI#INFO_NULL}
     * @param root rank that starts them
     * @param errcodes takes an error code for each process; may be null
     * @return a communicator of this group and the new processes, which get it by {@link Intercomm#getParent}
     */
    public final Intercomm spawn(
            String command, String[] argv, int maxprocs, Info info, int root, int[] errcodes) {
        SpawnOrder order = new SpawnOrder(new String[] {command}, new String[][] {argv}, new int[] {maxprocs},
                new Hints[] {atRoot("spawn", info, root)});
        return new Intercomm(Processes.spawn(engine, "spawn", order, root, errcodes));
    }

    /**
     * Starts processes of several commands, which have one {@code MPI.COMM_WORLD}; every rank has to call it. All
     * arguments but the root matter at the root only.
     *
     * @param commands executables
     * @param argv arguments of each; null for none
     * @param maxprocs number of processes of each
     * @param info hints of each; null for none
     * @param root rank that starts them
     * @param errcodes takes an error code for each process; may be null
     * @return a communicator of this group and the new processes, which get it by {@link Intercomm#getParent}
     */
    public final Intercomm spawnMultiple(
            String[] commands, String[][] argv, int[] maxprocs, Info[] info, int root, int[] errcodes) {
        Hints[] hints = info == null ? null
                : Arrays.stream(info).map(each -> atRoot("spawnMultiple", each, root)).toArray(Hints[]::new);
        SpawnOrder order = new SpawnOrder(commands, argv, maxprocs, hints);
        return new Intercomm(Processes.spawn(engine, "spawnMultiple", order, root, errcodes));
    }

    /** The hints at the root; null at other ranks, where they have no meaning. */
    private Hints atRoot(String call, Info info, int root) {
        return engine.rank(call) == root ? Info.hints(call, info) : null;
    }
}

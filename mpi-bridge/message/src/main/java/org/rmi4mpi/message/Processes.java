package org.rmi4mpi.message;

import java.util.function.ToIntFunction;
import org.rmi4mpi.bridge.Meetings;
import org.rmi4mpi.bridge.Mpi;
import org.rmi4mpi.bridge.MpiProcesses;
import org.rmi4mpi.bridge.NativeBuffer;
import org.rmi4mpi.bridge.RequestSlot;
import org.rmi4mpi.message.data.Check;
import org.rmi4mpi.message.data.Constants;
import org.rmi4mpi.message.data.MessageException;

/**
 * Processes that join the job while it runs. A communicator of two groups has the new processes and the caller's group.
 * MPI 3.1, chapter 10. Any thread may call.
 */
public final class Processes {
    /** In bytes. MPICH sends a name and its port to the launcher in one line of at most 1,023, or waits forever. */
    private static final int LONGEST_SERVICE = 512;

    private static Communicator parent;

    private Processes() {}

    /** A call that opens or finds a port. */
    @FunctionalInterface
    private interface PortCall {
        int call(long info, long port);
    }

    public static String openPort(String call, Hints hints) {
        return port(call, hints,
                "this MPI may be built without dynamic processes, or this launcher may have no ports",
                MpiProcesses::openPort);
    }

    private static String port(String call, Hints hints, String remedy, PortCall make) {
        Check.running(call);
        NativeBuffer port = NativeBuffer.acquire(Constants.MAX_PORT + 1);
        try {
            port.bytes().put(0, (byte) 0).put(Constants.MAX_PORT, (byte) 0);
            check(call, Hints.use(call, hints, info -> make.call(info, port.address())), remedy);
            return Hints.textOf(port);
        } finally {
            port.release();
        }
    }

    public static void closePort(String call, String name) {
        Check.running(call);
        try (Texts texts = new Texts(call)) {
            check(call, MpiProcesses.closePort(texts.add("name", name, Constants.MAX_PORT)),
                    "give a port that openPort() has returned, and close it once");
        }
    }

    /** A call that publishes or withdraws a name. */
    @FunctionalInterface
    private interface NameCall {
        int call(long service, long info, long port);
    }

    public static void publish(String call, String service, Hints hints, String port) {
        name(call, service, hints, port, "publish a name once, and take a launcher with a name server",
                MpiProcesses::publish);
    }

    public static void unpublish(String call, String service, Hints hints, String port) {
        name(call, service, hints, port, "give a published name that was not withdrawn", MpiProcesses::unpublish);
    }

    private static void name(
            String call, String service, Hints hints, String port, String remedy, NameCall use) {
        Check.running(call);
        try (Texts texts = new Texts(call)) {
            long nativeService = texts.add("service", service, LONGEST_SERVICE);
            long nativePort = texts.add("port", port, Constants.MAX_PORT);
            check(call + "(" + service + ")",
                    Hints.use(call, hints, info -> use.call(nativeService, info, nativePort)), remedy);
        }
    }

    /** The port that was published with a name. */
    public static String lookup(String call, String service, Hints hints) {
        try (Texts texts = new Texts(call)) {
            long nativeService = texts.add("service", service, LONGEST_SERVICE);
            return port(call + "(" + service + ")", hints,
                    "publish the name first, from a process of the same launcher",
                    (info, port) -> MpiProcesses.lookup(nativeService, info, port));
        }
    }

    /** Waits at a port for a group that connects; every rank has to call it. The port matters at the root. */
    public static Communicator accept(Communicator comm, String call, String port, Hints hints, int root) {
        return meet(comm, call, port, root, (name, slot) -> Hints.use(call, hints,
                info -> MpiProcesses.accept(name, info, root, comm.handle(), slot)));
    }

    /** Connects to the group that waits at a port; every rank has to call it. The port matters at the root. */
    public static Communicator connect(Communicator comm, String call, String port, Hints hints, int root) {
        return meet(comm, call, port, root, (name, slot) -> Hints.use(call, hints,
                info -> MpiProcesses.connect(name, info, root, comm.handle(), slot)));
    }

    /** A call at a port. */
    @FunctionalInterface
    private interface Meeting {
        int call(long port, RequestSlot slot);
    }

    private static Communicator meet(Communicator comm, String call, String port, int root, Meeting meeting) {
        comm.locate(call);
        Check.rank(call, "root", root, comm.size());
        try (Texts texts = new Texts(call)) {
            long name = texts.add("port", comm.rank() == root ? port : "", Constants.MAX_PORT);
            return made(comm, call, slot -> meeting.call(name, slot),
                    "the port has to be open, and the other side's MPI the same");
        }
    }

    /** A communicator of the caller's group and another one, made by a call of every rank of one group. */
    private static Communicator made(Communicator comm, String call, ToIntFunction<RequestSlot> make, String remedy) {
        RequestSlot slot = RequestSlot.acquire();
        try {
            check(call, Meetings.together(comm.handle(), comm.isMixed(), () -> make.applyAsInt(slot)), remedy);
            Communicator.markJoined();
            return new Communicator(slot.handle(), true, null);
        } catch (MessageException e) {
            throw comm.raised(e);
        } finally {
            slot.release();
        }
    }

    /**
     * A communicator of this group and the one that has spawned it; one without a handle where this group was not
     * spawned.
     */
    public static synchronized Communicator parent(String call) {
        Check.running(call);
        if (parent == null) {
            RequestSlot slot = RequestSlot.acquire();
            try {
                check(call, MpiProcesses.parent(slot), "this MPI does not tell the parent: connect by a port instead");
                if (slot.handle() != 0) {
                    Communicator.markJoined();
                }
                parent = new Communicator(slot.handle(), true, null);
            } finally {
                slot.release();
            }
        }
        return parent;
    }

    /** Starts processes; every rank has to call it. The order is used at the root only. */
    public static Communicator spawn(Communicator comm, String call, SpawnOrder order, int root, int[] errorCodes) {
        comm.locate(call);
        Check.rank(call, "root", root, comm.size());
        SpawnOrder own = comm.rank() == root ? order.checked(call, errorCodes) : SpawnOrder.NONE;
        try (Texts texts = new Texts(call)) {
            return own.spawn(comm, call, texts, root, errorCodes);
        }
    }

    /** @param shared two longs: the number of processes, and the address of their error codes */
    static Communicator spawned(
            Communicator comm, String call, NativeBuffer shared, int[] errorCodes, ToIntFunction<RequestSlot> spawn) {
        try {
            return made(comm, call, spawn,
                    "the launcher tells why on standard error; the command has to be a path, or on the PATH, of each host;"
                            + " where all cores are taken, Open MPI wants the hint map_by = node:OVERSUBSCRIBE;"
                            + " some builds of MPICH start none, such as Debian's 4.0");
        } finally {
            long codes = shared.bytes().getLong(Long.BYTES);
            long known = codes == 0 || errorCodes == null ? 0 : shared.bytes().getLong(0);
            for (int i = 0; i < Math.min(known, errorCodes == null ? 0 : errorCodes.length); i++) {
                errorCodes[i] = Mpi.intAt(codes + (long) i * Integer.BYTES);
            }
            Mpi.free(codes);
        }
    }

    private static void check(String call, int code, String remedy) {
        if (code == Mpi.NO_STACK) {
            throw Mpi.noStack();
        } else if (code != Mpi.SUCCESS) {
            throw Check.failure(call + ": " + Check.lastWords(code) + Check.at(remedy), null, code);
        }
    }
}

package org.rmi4mpi.bridge;

/**
 * The calls by which processes join a job while it runs; see {@link Mpi}. They are made without the entry lock, since
 * each may wait for the launcher or for other processes. Texts end with a zero byte.
 */
public final class MpiProcesses {
    static {
        NativeLibrary.load();
    }

    private MpiProcesses() {}

    /** @param port address of MPI_MAX_PORT_NAME + 1 bytes for the name */
    public static int openPort(long info, long port) {
        return openPort0(info, port);
    }

    public static int closePort(long port) {
        return closePort0(port);
    }

    public static int publish(long service, long info, long port) {
        return publish0(service, info, port);
    }

    public static int unpublish(long service, long info, long port) {
        return unpublish0(service, info, port);
    }

    /** @param port address of MPI_MAX_PORT_NAME + 1 bytes for the name */
    public static int lookup(long service, long info, long port) {
        return lookup0(service, info, port);
    }

    /** Collective. Stores the handle in the slot, as {@link RequestSlot#handle}. */
    public static int accept(long port, long info, int root, long comm, RequestSlot result) {
        return accept0(port, info, root, comm, result.address());
    }

    /** Collective. Stores the handle in the slot, as {@link RequestSlot#handle}. */
    public static int connect(long port, long info, int root, long comm, RequestSlot result) {
        return connect0(port, info, root, comm, result.address());
    }

    /** Stores the handle in the slot, as {@link RequestSlot#handle}; 0 where no process has spawned this one. */
    public static int parent(RequestSlot result) {
        return parent0(result.address());
    }

    /**
     * Collective. The first five arguments matter at the root only. Stores the handle in the slot, as {@link
     * RequestSlot#handle}.
     *
     * @param commands address of the addresses of texts
     * @param arguments address of the addresses of lists: addresses of texts, and a 0
     * @param processes address of an int for each command
     * @param infos address of a long for each command
     * @param tells whether the root tells the others the number of processes
     * @param shared address of two longs: the number of processes, and afterwards the address of their error codes, which
     *     the caller frees; 0 if there is none
     */
    public static int spawn(int count, long commands, long arguments, long processes, long infos, int root,
            boolean tells, long comm, long shared, RequestSlot result) {
        return spawn0(count, commands, arguments, processes, infos, root, tells, comm, shared, result.address());
    }

    private static native int openPort0(long info, long port);

    private static native int closePort0(long port);

    private static native int publish0(long service, long info, long port);

    private static native int unpublish0(long service, long info, long port);

    private static native int lookup0(long service, long info, long port);

    private static native int accept0(long port, long info, int root, long comm, long result);

    private static native int connect0(long port, long info, int root, long comm, long result);

    private static native int parent0(long result);

    private static native int spawn0(int count, long commands, long arguments, long processes, long infos, int root,
            boolean tells, long comm, long shared, long result);
}

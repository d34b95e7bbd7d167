package org.rmi4mpi.rmi;

import java.io.IOException;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.rmi.NoSuchObjectException;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.rmi.server.RMIClientSocketFactory;
import java.rmi.server.RMIServerSocketFactory;
import java.rmi.server.ServerCloneException;

/**
 * A remote object that can be called from every rank of the job, from its construction on; or, by
 * {@link #exportObject}, what makes any {@link Remote} such an object. Stands in for
 * {@link java.rmi.server.UnicastRemoteObject}: ports and socket factories are accepted and mean nothing,
 * since calls travel as MPI messages.
 *
 * <p>An exported object stays callable, and is not collected, while any rank has a stub of it, or this one the object, or
 * until {@link #unexportObject}. One that is {@link java.rmi.server.Unreferenced} is told when no rank has a stub any more
 * that came in a call.
 */
public class UnicastRemoteObject extends RemoteServer {
    private static final long serialVersionUID = 1L;

    /** Exports the new object. */
    protected UnicastRemoteObject() throws RemoteException {
        exportObject(this);
    }

    /** Exports the new object; the port means nothing. */
    protected UnicastRemoteObject(int port) throws RemoteException {
        this();
    }

    /** Exports the new object; port and factories mean nothing. */
    protected UnicastRemoteObject(int port, RMIClientSocketFactory csf, RMIServerSocketFactory ssf)
            throws RemoteException {
        this();
    }

    /**
     * Makes an object callable from every rank.
     *
     * @return its stub, which has all its remote interfaces
     * @throws java.rmi.server.ExportException where it is exported already, or has a remote method that does
     *     not declare RemoteException
     */
    public static Remote exportObject(Remote obj) throws RemoteException {
        return exportObject(obj, 0, null);
    }

    /** As {@link #exportObject(Remote)}; the port means nothing. */
    public static Remote exportObject(Remote obj, int port) throws RemoteException {
        return exportObject(obj);
    }

    /** As {@link #exportObject(Remote)}; port and factories mean nothing. */
    public static Remote exportObject(
            Remote obj, int port, RMIClientSocketFactory csf, RMIServerSocketFactory ssf) throws RemoteException {
        return exportObject(obj);
    }

    /**
     * As {@link #exportObject(Remote)}; the port means nothing.
     *
     * @param filter asked of all that comes as arguments of calls to the object; null for that of the process alone
     */
    public static Remote exportObject(Remote obj, int port, ObjectInputFilter filter) throws RemoteException {
        Remote stub = Stubs.export(obj, filter);
        if (obj instanceof UnicastRemoteObject self) {
            self.ref = Stubs.reference(stub);
        }
        return stub;
    }

    /** As {@link #exportObject(Remote, int, ObjectInputFilter)}; the factories mean nothing. */
    public static Remote exportObject(
            Remote obj, int port, RMIClientSocketFactory csf, RMIServerSocketFactory ssf, ObjectInputFilter filter)
            throws RemoteException {
        return exportObject(obj, port, filter);
    }

    /**
     * Ends the export: later calls get a NoSuchObjectException.
     *
     * @param force also where calls are under way
     * @return whether the object is no longer exported
     * @throws NoSuchObjectException where it was not
     */
    public static boolean unexportObject(Remote obj, boolean force) throws NoSuchObjectException {
        boolean ended = Stubs.unexport(obj, force);
        if (ended && obj instanceof CreatedRegistry registry) {
            Program.current().removed(registry);
        }
        return ended;
    }

    /** The clone is exported, too. */
    @Override
    public Object clone() throws CloneNotSupportedException {
        try {
            UnicastRemoteObject clone = (UnicastRemoteObject) super.clone();
            exportObject(clone);
            return clone;
        } catch (RemoteException e) {
            throw new ServerCloneException("clone failed", e);
        }
    }

    /** A copy that was read from a stream is exported where it is read. */
    private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
        in.defaultReadObject();
        exportObject(this);
    }
}

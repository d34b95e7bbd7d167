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
import org.rmi4mpi.ref.Stubs;

/**
 * A remote object that every rank of the job can call. The constructors export the new object; {@link #exportObject}
 * exports any {@link Remote} object. Stands in for {@link java.rmi.server.UnicastRemoteObject}. Ports and socket
 * factories are accepted and ignored, since calls travel as MPI messages.
 *
 * <p>An exported object can be called, and is not collected, while any rank has a stub of it, or while this rank holds
 * the object. {@link #unexportObject} ends this earlier. If the object implements {@link java.rmi.server.Unreferenced},
 * it is told when the last stub that has arrived in a call is gone.
 */
public class UnicastRemoteObject extends RemoteServer {
    private static final long serialVersionUID = 1L;

    /** Exports the new object. */
    @SuppressWarnings("this-escape") // as RMI specifies
    protected UnicastRemoteObject() throws RemoteException {
        exportObject(this);
    }

    /** Exports the new object. The port is ignored. */
    protected UnicastRemoteObject(int port) throws RemoteException {
        this();
    }

    /** Exports the new object. Port and factories are ignored. */
    protected UnicastRemoteObject(int port, RMIClientSocketFactory csf, RMIServerSocketFactory ssf)
            throws RemoteException {
        this();
    }

    /**
     * Makes an object callable from every rank.
     *
     * @return its stub, which has all its remote interfaces
     * @throws java.rmi.server.ExportException if it is exported already, or has a remote method that does not declare
     *     RemoteException
     * @throws java.rmi.StubNotFoundException if no stub can have all its remote interfaces, such as those of two packages
     *     that are not public
     */
    public static Remote exportObject(Remote obj) throws RemoteException {
        return exportObject(obj, 0, null);
    }

    /** Like {@link #exportObject(Remote)}. The port is ignored. */
    public static Remote exportObject(Remote obj, int port) throws RemoteException {
        return exportObject(obj);
    }

    /** Like {@link #exportObject(Remote)}. Port and factories are ignored. */
    public static Remote exportObject(
            Remote obj, int port, RMIClientSocketFactory csf, RMIServerSocketFactory ssf) throws RemoteException {
        return exportObject(obj);
    }

    /**
     * As {@link #exportObject(Remote)}. The port is ignored.
     *
     * @param filter checks all arguments of calls to the object; null for only the filter of the process
     */
    public static Remote exportObject(Remote obj, int port, ObjectInputFilter filter) throws RemoteException {
        Remote stub = Exports.export(obj, filter);
        if (obj instanceof UnicastRemoteObject self) {
            self.ref = Stubs.reference(stub);
        }
        return stub;
    }

    /** Like {@link #exportObject(Remote, int, ObjectInputFilter)}. The factories are ignored. */
    public static Remote exportObject(
            Remote obj, int port, RMIClientSocketFactory csf, RMIServerSocketFactory ssf, ObjectInputFilter filter)
            throws RemoteException {
        return exportObject(obj, port, filter);
    }

    /**
     * Ends the export. Later calls get a NoSuchObjectException.
     *
     * @param force whether to end it even while calls are running
     * @return whether the object is no longer exported
     * @throws NoSuchObjectException if it was not exported
     */
    public static boolean unexportObject(Remote obj, boolean force) throws NoSuchObjectException {
        boolean ended = Exports.unexport(obj, force);
        if (ended && obj instanceof CreatedRegistry registry) {
            Program.current().removed(registry);
        }
        return ended;
    }

    /** Exports the clone. */
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

    /** Exports a copy that is read from a stream, at the rank that reads it. */
    private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
        in.defaultReadObject();
        exportObject(this);
    }
}

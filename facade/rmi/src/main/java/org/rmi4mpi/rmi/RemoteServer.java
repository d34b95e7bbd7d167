package org.rmi4mpi.rmi;

import java.lang.reflect.Proxy;
import java.rmi.NoSuchObjectException;
import java.rmi.Remote;
import java.rmi.server.RemoteObject;
import java.rmi.server.RemoteObjectInvocationHandler;
import java.rmi.server.RemoteRef;
import java.rmi.server.ServerNotActiveException;
import org.rmi4mpi.launch.RmiProgram;
import org.rmi4mpi.ref.ReferenceLayer;

/** The superclass of remote objects. Stands in for {@link java.rmi.server.RemoteServer}. */
public abstract class RemoteServer extends java.rmi.server.RemoteServer {
    private static final long serialVersionUID = 1L;

    protected RemoteServer() {}

    protected RemoteServer(RemoteRef ref) {
        super(ref);
    }

    /**
     * The caller of the method that runs on this thread. In a --rmi program this is the caller's host. Otherwise it is
     * {@code rankN}, which {@link Naming} and {@link LocateRegistry} accept as a host. A rank of another language is
     * {@code rankN} always.
     *
     * @throws ServerNotActiveException if no remote method runs on this thread
     */
    public static String getClientHost() throws ServerNotActiveException {
        int caller = ReferenceLayer.callerRank();
        if (caller < 0) {
            throw new ServerNotActiveException("not in a remote call");
        }
        String[] hosts = System.getProperty(RmiProgram.HOSTS, "").split(",");
        return caller < hosts.length && !hosts[caller].isEmpty() ? hosts[caller] : "rank" + caller;
    }

    /**
     * The stub of an exported object; a stub is returned unchanged.
     *
     * @throws NoSuchObjectException if the object is not exported
     */
    public static Remote toStub(Remote obj) throws NoSuchObjectException {
        Remote stub = isStub(obj) ? obj : obj == null ? null : ofExported(obj);
        if (stub == null) {
            throw new NoSuchObjectException("object not exported");
        }
        return stub;
    }

    private static boolean isStub(Remote obj) {
        if (obj instanceof RemoteObject object) {
            return object.getRef() != null && !(object instanceof java.rmi.server.RemoteServer);
        }
        return obj != null && Proxy.isProxyClass(obj.getClass())
                && Proxy.getInvocationHandler(obj) instanceof RemoteObjectInvocationHandler;
    }

    private static Remote ofExported(Remote obj) throws NoSuchObjectException {
        try {
            return ReferenceLayer.current().stubOf(obj);
        } catch (IllegalStateException e) {
            throw new NoSuchObjectException("object not exported: " + e.getMessage());
        }
    }
}

package org.rmi4mpi.gateway;

import java.io.ObjectInputFilter;
import java.rmi.NotBoundException;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.rmi.registry.Registry;
import java.rmi.server.RMIClientSocketFactory;
import java.rmi.server.RMIServerSocketFactory;
import sun.rmi.registry.RegistryImpl;

/**
 * The registry as the JDK's clients find it by host and port. Its names are those of another registry. The JDK's own agent of JMX
 * extends this class in the same way: a registry has a number of its own in the protocol, which no exported object can have.
 */
final class GatewayRegistry extends RegistryImpl {
    private static final long serialVersionUID = 1L;
    /** The package of the JDK that the launcher opens for this. */
    static final String EXPORT = "java.rmi/sun.rmi.registry=ALL-UNNAMED";

    private final transient Registry names;

    GatewayRegistry(int port, RMIClientSocketFactory client, RMIServerSocketFactory server, Registry names)
            throws RemoteException {
        super(port, client, server, GatewayRegistry::refuseAll);
        this.names = names;
    }

    /** Names are strings, which filters are not asked for. */
    static ObjectInputFilter.Status refuseAll(ObjectInputFilter.FilterInfo info) {
        if (info.serialClass() == null || info.serialClass() == String.class) {
            return ObjectInputFilter.Status.UNDECIDED;
        }
        Refusals.note("class " + info.serialClass().getName() + " in a call of the registry, which takes names alone");
        return ObjectInputFilter.Status.REJECTED;
    }

    @Override
    public Remote lookup(String name) throws RemoteException, NotBoundException {
        return names.lookup(name);
    }

    @Override
    public String[] list() throws RemoteException {
        return names.list();
    }

    @Override
    public void bind(String name, Remote object) throws RemoteException {
        names.rebind(name, object);
    }

    @Override
    public void rebind(String name, Remote object) throws RemoteException {
        names.rebind(name, object);
    }

    @Override
    public void unbind(String name) throws RemoteException, NotBoundException {
        names.unbind(name);
    }
}

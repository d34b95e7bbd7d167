package org.rmi4mpi.bench.call;

import java.rmi.Remote;
import java.rmi.RemoteException;
import java.rmi.registry.LocateRegistry;
import java.rmi.registry.Registry;
import java.rmi.server.UnicastRemoteObject;

/** The JDK's own RMI over TCP. Members are JVMs, and the first creates the registry. */
final class JdkSystem implements RemoteSystem {
    private final boolean isFirst;
    private final String host;
    private Registry registry;

    /** @param host of the first member */
    JdkSystem(boolean isFirst, String host) {
        this.isFirst = isFirst;
        this.host = host;
    }

    @Override
    public void join(int registryPort) throws RemoteException {
        registry =
                isFirst ? LocateRegistry.createRegistry(registryPort) : LocateRegistry.getRegistry(host, registryPort);
    }

    @Override
    public Registry registry() {
        return registry;
    }

    @Override
    public Remote export(Remote object) throws RemoteException {
        return UnicastRemoteObject.exportObject(object, 0);
    }

    @Override
    public Service oneWay(Service stub) {
        return null;
    }

    @Override
    public void barrier() {
        throw new UnsupportedOperationException("JDK RMI has no barrier: ask ranks for it");
    }

    @Override
    public void end() {
        // exported objects keep nobody: the member exits
    }
}

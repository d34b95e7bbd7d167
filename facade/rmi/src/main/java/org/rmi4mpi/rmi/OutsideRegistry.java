package org.rmi4mpi.rmi;

import java.rmi.AccessException;
import java.rmi.NotBoundException;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.util.ServiceLoader;

/** A registry on a host that is none of the job's, for programs of {@code --rmi}. Only its own host may change its names. */
record OutsideRegistry(OutsideObjects way, String host, int port) implements KnownRegistry {
    /** Returns null if the job may not look names up outside. */
    static OutsideRegistry at(String host, int port) {
        for (OutsideObjects each : ServiceLoader.load(OutsideObjects.class, OutsideRegistry.class.getClassLoader())) {
            if (each.isAllowed()) {
                return new OutsideRegistry(each, host, port);
            }
        }
        return null;
    }

    @Override
    public Remote lookup(String name) throws RemoteException, NotBoundException {
        return way.lookup(host, port, name);
    }

    @Override
    public String[] list() throws RemoteException {
        return way.list(host, port);
    }

    @Override
    public boolean wasBound(String name) {
        return true;
    }

    @Override
    public void bind(String name, Remote object) throws AccessException {
        throw refused(name);
    }

    @Override
    public void unbind(String name) throws AccessException {
        throw refused(name);
    }

    @Override
    public void rebind(String name, Remote object) throws AccessException {
        throw refused(name);
    }

    private AccessException refused(String name) {
        return new AccessException(name + ": a registry of the JDK takes names from its own host alone, and " + host
                + " is outside of the job");
    }
}

package org.rmi4mpi.rmi;

import java.io.Serializable;
import java.rmi.AlreadyBoundException;
import java.rmi.ConnectException;
import java.rmi.NotBoundException;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.rmi.registry.Registry;
import java.util.Objects;

/**
 * A registry by its host and port, looked for when it is used, as the JDK's are. While the ranks start it waits for
 * what other ranks have still to bring. Stateless.
 *
 * @param host a name of this rank's own host is written as MPI has it, so that it means the same everywhere
 */
record HostRegistry(String host, int port) implements Registry, Serializable {
    private static final long serialVersionUID = 1L;

    @Override
    public Remote lookup(String name) throws RemoteException, NotBoundException {
        Objects.requireNonNull(name, "name");
        try (StartPatience patience = new StartPatience("\"" + name + "\" in the " + this)) {
            boolean last = false; // what came before it was given up is found by one more look
            while (true) {
                KnownRegistry registry = registry(patience);
                try {
                    return registry.lookup(name);
                } catch (NotBoundException e) {
                    if (last) {
                        throw patience.outcome().isEmpty() ? e
                                : new NotBoundException(name + ": in the " + this + patience.outcome());
                    }
                    last = registry.wasBound(name) || !patience.hasMore();
                }
            }
        }
    }

    @Override
    public void bind(String name, Remote object) throws RemoteException, AlreadyBoundException {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(object, "object");
        registry().bind(name, object);
    }

    @Override
    public void rebind(String name, Remote object) throws RemoteException {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(object, "object");
        registry().rebind(name, object);
    }

    @Override
    public void unbind(String name) throws RemoteException, NotBoundException {
        Objects.requireNonNull(name, "name");
        registry().unbind(name);
    }

    @Override
    public String[] list() throws RemoteException {
        return registry().list();
    }

    private Registry registry() throws RemoteException {
        try (StartPatience patience = new StartPatience("the " + this)) {
            return registry(patience);
        }
    }

    private KnownRegistry registry(StartPatience patience) throws RemoteException {
        Program program = program();
        KnownRegistry found = program.find(host, port);
        for (boolean last = false; found == null && !last; found = program.find(host, port)) {
            last = !patience.hasMore();
        }
        if (found == null) {
            throw new ConnectException("Connection refused to host: " + host, new java.net.ConnectException(
                    "no rank there has a registry on port " + port + ": it is made by LocateRegistry.createRegistry(" + port
                    + ")" + patience.outcome()));
        }
        return found;
    }

    private static Program program() throws ConnectException {
        if (Program.current() == null) {
            throw new ConnectException("registries have hosts and ports in a job that was started by rmi4mpirun --rmi");
        }
        return Program.current();
    }

    @Override
    public String toString() {
        return "registry of " + host + ":" + port;
    }
}

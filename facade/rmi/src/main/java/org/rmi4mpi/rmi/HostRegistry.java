package org.rmi4mpi.rmi;

import java.io.Serializable;
import java.rmi.AlreadyBoundException;
import java.rmi.ConnectException;
import java.rmi.NotBoundException;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.rmi.registry.Registry;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.rmi4mpi.launch.Options;

/**
 * A registry by host and port. Like the JDK's, it is looked up when it is used. While the ranks start, a lookup waits
 * for the names and registries that other ranks may still bring. Stateless.
 *
 * @param host a name of this rank's own host is replaced by MPI's name, which means the same at all ranks
 */
record HostRegistry(String host, int port) implements Registry, Serializable {
    private static final long serialVersionUID = 1L;

    @Override
    public Remote lookup(String name) throws RemoteException, NotBoundException {
        Objects.requireNonNull(name, "name");
        try (StartPatience patience = new StartPatience(this, name)) {
            boolean last = false; // look once more after giving up: the name may have come just before
            while (true) {
                KnownRegistry registry = registry(patience);
                try {
                    return registry.lookup(name);
                } catch (NotBoundException e) {
                    if (last) {
                        throw new NotBoundException(name + ": not bound in the " + this + ", which has "
                                + Names.told(registry.list()) + elsewhere(registry, name) + patience.outcome());
                    }
                    last = registry.wasBound(name) || !patience.tryWait();
                }
            }
        }
    }

    /** Which other registries have the name, as an addition to a message; empty if none has it. */
    private static String elsewhere(KnownRegistry here, String name) throws RemoteException {
        Map<String, KnownRegistry> others = JobRegistryService.directory().created();
        others.put("the job's on port " + Registry.REGISTRY_PORT, new RegistryView(JobRegistry.JOB));
        String places = others.entrySet().stream()
                .filter(each -> !each.getValue().equals(here) && Names.has(each.getValue(), name))
                .map(Map.Entry::getKey)
                .collect(Collectors.joining(", "));
        return places.isEmpty() ? "" : "; look it up where it is bound: " + places;
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
        try (StartPatience patience = new StartPatience(this, null)) {
            return registry(patience);
        }
    }

    private KnownRegistry registry(StartPatience patience) throws RemoteException {
        Program program = program();
        KnownRegistry found = program.find(host, port);
        for (boolean last = false; found == null && !last; found = program.find(host, port)) {
            last = !patience.tryWait();
        }
        if (found == null) {
            throw new ConnectException("Connection refused to host: " + host, new java.net.ConnectException(
                    "no rank there has a registry on port " + port + ": create it by LocateRegistry.createRegistry("
                            + port + "), or in place of rmiregistry by " + Options.REGISTRY.flag() + "=" + port
                            + patience.outcome()));
        }
        return found;
    }

    private static Program program() throws ConnectException {
        if (Program.current() == null) {
            throw new ConnectException("a registry of a host and port needs a job started by rmi4mpirun --rmi");
        }
        return Program.current();
    }

    @Override
    public String toString() {
        return "registry of " + host + ":" + port;
    }
}

package org.rmi4mpi.rmi;

import java.rmi.AlreadyBoundException;
import java.rmi.NotBoundException;
import java.rmi.Remote;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * A registry that a program has created. An object that is bound without being exported stays at its rank.
 * Synchronized.
 */
final class CreatedRegistry implements KnownRegistry {
    private final int port;
    private final Map<String, Remote> bindings = new LinkedHashMap<>();
    private final Set<String> everBound = new HashSet<>();

    CreatedRegistry(int port) {
        this.port = port;
    }

    int port() {
        return port;
    }

    @Override
    public synchronized Remote lookup(String name) throws NotBoundException {
        return bound(name);
    }

    private Remote bound(String name) throws NotBoundException {
        Remote object = bindings.get(Objects.requireNonNull(name, "name"));
        if (object == null) {
            throw new NotBoundException(name);
        }
        return object;
    }

    @Override
    public synchronized void bind(String name, Remote object) throws AlreadyBoundException {
        if (bindings.containsKey(Objects.requireNonNull(name, "name"))) {
            throw new AlreadyBoundException(name);
        }
        rebind(name, object);
    }

    @Override
    public synchronized void rebind(String name, Remote object) {
        bindings.put(Objects.requireNonNull(name, "name"), Objects.requireNonNull(object, "object"));
        everBound.add(name);
    }

    @Override
    public synchronized void unbind(String name) throws NotBoundException {
        bound(name);
        bindings.remove(name);
    }

    @Override
    public synchronized String[] list() {
        return bindings.keySet().toArray(String[]::new);
    }

    @Override
    public synchronized boolean wasBound(String name) {
        return everBound.contains(name);
    }
}

package org.rmi4mpi.gateway;

import java.rmi.NotBoundException;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.rmi4mpi.rmi.JobNames;

/**
 * The names that one session finds: those which the program has published, and those of the job's registries that fit the settings.
 * Nobody outside changes them. Thread-safe.
 */
final class PublishedNames extends FixedNames {
    private final Crossing crossing;
    private final Map<String, Remote> published;

    /** @param published stubs by name, which the program has published */
    PublishedNames(Session session, Crossing crossing, Map<String, Remote> published) {
        super(session, crossing.audit());
        this.crossing = crossing;
        this.published = published;
    }

    static Map<String, Remote> none() {
        return new ConcurrentHashMap<>();
    }

    @Override
    public Remote lookup(String name) throws RemoteException, NotBoundException {
        Remote stub = published.get(name);
        if (stub == null) {
            stub = find(name);
        }
        Set<Class<?>> interfaces = new LinkedHashSet<>();
        for (Class<?> each : stub.getClass().getInterfaces()) {
            if (Remote.class.isAssignableFrom(each)) {
                interfaces.add(crossing.settings().ofClients(each));
            }
        }
        return crossing.leave(stub, session().passage(name, interfaces, crossing));
    }

    private Remote find(String name) throws RemoteException, NotBoundException {
        boolean isPublished = crossing.settings().publishes(name);
        Remote stub = isPublished ? JobNames.find(name) : null;
        if (stub == null) {
            crossing.audit().refused(session().caller(),
                    "lookup of " + name + ", which " + (isPublished ? "nobody has bound" : "is not published"));
            throw new NotBoundException(name + (isPublished ? " is published, but the job has not bound it, or not yet"
                    : " is not published by the job"));
        }
        return stub;
    }

    @Override
    public String[] list() throws RemoteException {
        Set<String> names = new TreeSet<>(published.keySet());
        JobNames.all().stream().filter(crossing.settings()::publishes).forEach(names::add);
        return names.toArray(new String[0]);
    }
}

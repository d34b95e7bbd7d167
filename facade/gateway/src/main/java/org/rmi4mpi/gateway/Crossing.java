package org.rmi4mpi.gateway;

import java.io.ObjectInputFilter;
import java.lang.ref.WeakReference;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.rmi.MarshalException;
import java.rmi.NoSuchObjectException;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.rmi.server.RMIClientSocketFactory;
import java.rmi.server.RemoteObjectInvocationHandler;
import java.rmi.server.UnicastRemoteObject;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.Semaphore;
import org.rmi4mpi.ref.ForeignObjects;
import org.rmi4mpi.ref.ReferenceLayer;
import org.rmi4mpi.ref.RemoteReference;
import org.rmi4mpi.ref.Stubs;

/**
 * Where references cross. An object of a rank has a stand-in here that the JDK exports, and an object outside one that this rank
 * exports. A reference that comes home is the object's own stub again. Thread-safe. Objects live as in both worlds: a stand-in for
 * a rank's object lives while a lease of a client does, and has a stub; one for an object outside while ranks have stubs of it.
 */
final class Crossing implements ForeignObjects {
    private final ReferenceLayer layer;
    private final GatewaySettings settings;
    private final ConnectionTable connections;
    private final RMIClientSocketFactory clientSockets;
    private final Audit audit;
    private final Semaphore calls;
    /** By the stub of the JDK: stand-ins of ranks' objects. A stand-in has its stub, so that both go together. */
    private final Map<Remote, WeakReference<Remote>> leftBy = new WeakHashMap<>();
    /** By the stub of the JDK: the names of sessions. */
    private final Map<Remote, WeakReference<Remote>> names = new HashMap<>();
    /** By the stub of the JDK: stand-ins of objects outside. A stand-in has the stub. */
    private final Map<Remote, WeakReference<Remote>> arrivedBy = new WeakHashMap<>();
    /** By the number of the exported object: the same stand-ins. */
    private final Map<Long, WeakReference<Remote>> arrivedAs = new HashMap<>();
    private volatile int port;

    private record Key(int rank, long objectId) {}

    Crossing(ReferenceLayer layer, GatewaySettings settings, ConnectionTable connections,
            RMIClientSocketFactory clientSockets, Audit audit) {
        this.layer = layer;
        this.settings = settings;
        this.connections = connections;
        this.clientSockets = clientSockets;
        this.audit = audit;
        calls = new Semaphore(settings.calls());
    }

    /** The port of the registry, which all exported objects share. */
    void setPort(int shared) {
        port = shared;
    }

    GatewaySettings settings() {
        return settings;
    }

    Audit audit() {
        return audit;
    }

    /** One permit for each call from outside that is under way. */
    Semaphore calls() {
        return calls;
    }

    // ---- out of the job

    /** What the JDK's RMI writes in place of a stub. */
    Remote leave(Remote stub, Passage passage) throws RemoteException {
        RemoteReference reference = Stubs.reference(stub);
        Remote home = reference.rank() == layer.rank() ? standin(arrivedAs, reference.objectId()) : null;
        if (home != null) {
            return ((OutsideCalls) Proxy.getInvocationHandler(home)).outside();
        }
        Key key = new Key(reference.rank(), reference.objectId());
        synchronized (passage.standins()) {
            Remote known = passage.standins().get(key);
            if (known == null) {
                known = export(stub, passage);
                passage.standins().put(key, known);
            }
            return known;
        }
    }

    private Remote export(Remote stub, Passage passage) throws RemoteException {
        Set<Class<?>> interfaces = new LinkedHashSet<>();
        for (Class<?> each : passage.signatures().leaving()) {
            if (settings.ofRanks(each).isInstance(stub)) {
                interfaces.add(settings.ofClients(each));
            }
        }
        if (interfaces.isEmpty()) {
            throw new MarshalException("an object with the interfaces "
                    + List.of(stub.getClass().getInterfaces()) + " does not leave the job: no signature that can be"
                    + " reached from the published name " + passage.name() + " has one of them");
        }
        RankCalls handler = new RankCalls(stub, passage, this);
        Remote standin = newProxy(interfaces, handler);
        ObjectInputFilter filter = new SignatureFilter(passage.signatures(), settings.moreTypes(),
                settings.requestBytes(), false);
        Remote ofJdk = UnicastRemoteObject.exportObject(standin, port, clientSockets, connections, filter);
        handler.setOutsideStub(ofJdk);
        synchronized (leftBy) {
            leftBy.put(ofJdk, new WeakReference<>(standin));
        }
        return standin;
    }

    /** Exports names by which a session finds its objects. They live while their client does. */
    void exportNames(Remote ofSession) throws RemoteException {
        Remote ofJdk = UnicastRemoteObject.exportObject(ofSession, port, clientSockets, connections,
                GatewayRegistry::refuseAll);
        synchronized (names) {
            names.values().removeIf(each -> each.get() == null);
            names.put(ofJdk, new WeakReference<>(ofSession));
        }
    }

    static Remote newProxy(Set<Class<?>> interfaces, InvocationHandler handler) {
        ClassLoader loader = interfaces.iterator().next().getClassLoader();
        for (Class<?> each : interfaces) {
            if (each.getClassLoader() != null && each.getClassLoader() != Crossing.class.getClassLoader()) {
                loader = each.getClassLoader();
            }
        }
        return (Remote) Proxy.newProxyInstance(loader == null ? Crossing.class.getClassLoader() : loader,
                interfaces.toArray(new Class<?>[0]), handler);
    }

    /** Ends all exports, so that nothing of the JDK's RMI keeps this process alive. */
    void close() {
        end(leftBy, standin -> UnicastRemoteObject.unexportObject(standin, true));
        end(names, standin -> UnicastRemoteObject.unexportObject(standin, true));
        end(arrivedBy, standin -> layer.unexport(standin, true));
    }

    private interface End {
        void of(Remote standin) throws NoSuchObjectException;
    }

    private static void end(Map<Remote, WeakReference<Remote>> exported, End end) {
        synchronized (exported) {
            for (WeakReference<Remote> each : exported.values()) {
                Remote standin = each.get();
                if (standin != null) {
                    try {
                        end.of(standin);
                    } catch (NoSuchObjectException e) {
                        // it was collected meanwhile
                    }
                }
            }
        }
    }

    // ---- into the job

    /** The stub among ranks of an object that the JDK's RMI has brought, or of a stand-in; null for others. */
    @Override
    public Remote stubOf(Remote object) {
        if (!Proxy.isProxyClass(object.getClass())) {
            return null;
        }
        InvocationHandler handler = Proxy.getInvocationHandler(object);
        if (handler instanceof RankCalls ofRank) {
            return ofRank.stub();
        }
        if (!(handler instanceof RemoteObjectInvocationHandler ofStub) || ofStub.getRef() instanceof RemoteReference) {
            return null;
        }
        Remote home = standin(leftBy, object);
        if (home != null) {
            return ((RankCalls) Proxy.getInvocationHandler(home)).stub();
        }
        return layer.stubOf(arrive(object));
    }

    private static <K> Remote standin(Map<K, WeakReference<Remote>> map, K key) {
        synchronized (map) {
            WeakReference<Remote> known = map.get(key);
            return known == null ? null : known.get();
        }
    }

    /** The stand-in of an object outside, exported to ranks. */
    private Remote arrive(Remote outside) {
        synchronized (arrivedBy) {
            Remote known = standin(arrivedBy, outside);
            if (known == null || layer.stubOf(known) == null) {
                known = enter(outside);
                arrivedBy.remove(outside); // a map keeps the key that it has
                arrivedBy.put(outside, new WeakReference<>(known));
            }
            return known;
        }
    }

    private Remote enter(Remote outside) {
        Set<Class<?>> interfaces = new LinkedHashSet<>();
        for (Class<?> each : outside.getClass().getInterfaces()) {
            if (Remote.class.isAssignableFrom(each)) {
                interfaces.add(each);
            }
        }
        Remote standin = newProxy(interfaces, new OutsideCalls(outside, interfaces, RankCalls.passage(), this));
        try {
            RemoteReference reference = Stubs.reference(layer.export(standin));
            synchronized (arrivedAs) {
                arrivedAs.values().removeIf(each -> each.get() == null);
                arrivedAs.put(reference.objectId(), new WeakReference<>(standin));
            }
        } catch (RemoteException e) {
            throw new IllegalStateException("the object of a client could not be exported to ranks", e);
        }
        return standin;
    }
}

package org.rmi4mpi.gateway;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.rmi.NoSuchObjectException;
import java.rmi.NotBoundException;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.rmi.registry.Registry;
import java.rmi.server.ExportException;
import java.rmi.server.RMIClientSocketFactory;
import java.rmi.server.UnicastRemoteObject;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.net.ssl.SSLContext;
import javax.rmi.ssl.SslRMIClientSocketFactory;
import org.rmi4mpi.ref.ReferenceLayer;

/**
 * Lets programs outside of the job call its objects by the JDK's java.rmi, and ranks call objects outside. A job has one gateway, at
 * the rank that opens it, or at rank 0 by {@code rmi4mpirun --gateway PORT}. A client finds it by {@code
 * java.rmi.registry.LocateRegistry.getRegistry(host, port)}. It needs the remote interfaces on its class path, and nothing of
 * rmi4mpi. Thread-safe.
 */
public final class Gateway implements AutoCloseable {
    private static final String HOST_PROPERTY = "java.rmi.server.hostname";

    private final ReferenceLayer layer;
    private final ConnectionTable connections;
    private final Refusals refusals;
    private final Crossing crossing;
    private final Registry registry;
    private final Map<String, Remote> published = PublishedNames.none();
    private final Point point;
    private final AtomicBoolean isClosed = new AtomicBoolean();

    private Gateway(GatewaySettings settings) throws RemoteException {
        layer = ReferenceLayer.current();
        point = new Point();
        Audit audit = new Audit(layer.rank());
        InetAddress address = address(settings.address());
        if (System.getProperty(HOST_PROPERTY) == null) {
            System.setProperty(HOST_PROPERTY, address.isAnyLocalAddress() ? ownName() : address.getHostAddress());
        }
        SSLContext tls = settings.keystore() == null ? null : TlsKeys.read(settings.keystore());
        RMIClientSocketFactory clientSockets = tls == null ? null : new SslRMIClientSocketFactory();
        connections = new ConnectionTable(settings, address, tls, audit);
        refusals = new Refusals(audit);
        crossing = new Crossing(layer, settings, connections, clientSockets, audit);
        if (!ArrivalFilter.begin()) {
            audit.tell(
                    "the program has a serialization filter and a factory of filters of its own: they alone check what"
                            + " objects outside return");
        }
        Registry names = settings.authenticator() == null
                ? new PublishedNames(new Session(Caller.NOBODY), crossing, published)
                : new LoginNames(settings.authenticator(), crossing, published);
        try {
            registry = new GatewayRegistry(settings.port(), clientSockets, connections, names);
        } catch (IllegalAccessError e) {
            connections.close();
            throw new ExportException("a gateway needs the option --add-exports " + GatewayRegistry.EXPORT
                    + " of the JVM, which rmi4mpirun gives", new IllegalStateException(e));
        } catch (ExportException e) {
            connections.close();
            throw new ExportException("the gateway cannot listen at " + address.getHostAddress() + ":" + settings.port()
                    + ": give another port", e);
        }
        crossing.setPort(connections.port());
        int holder;
        try {
            holder = GatewayService.table().open(layer.rank(), point);
        } catch (RemoteException e) {
            end();
            throw e;
        }
        if (holder >= 0) {
            end();
            throw new ExportException("rank " + holder + " has the gateway of the job already: a job has one");
        }
        layer.setForeignObjects(crossing);
        refusals.begin();
        audit.tell("listens at " + address.getHostAddress() + ":" + connections.port()
                + (tls != null ? ", by TLS with certificates of clients" : "")
                + (settings.authenticator() != null ? ", for users who log in" : "")
                + (address.isLoopbackAddress() || tls != null || settings.authenticator() != null ? ""
                        : ". Whoever reaches this address can call the published objects"));
    }

    private static InetAddress address(String host) throws ExportException {
        try {
            return InetAddress.getByName(host);
        } catch (UnknownHostException e) {
            throw new ExportException("the gateway cannot listen at " + host
                    + ": no such host; give --gateway-address a name or an address of this one", e);
        }
    }

    private static String ownName() throws ExportException {
        try {
            return InetAddress.getLocalHost().getHostAddress();
        } catch (UnknownHostException e) {
            throw new ExportException("this host has no address: give the gateway one", e);
        }
    }

    /** Opens the gateway of the job at this rank, with the options of the rank. */
    public static Gateway open(int port) throws RemoteException {
        return open(new GatewaySettings(port));
    }

    /**
     * Opens the gateway of the job at this rank.
     *
     * @throws ExportException if the job has one already, or the port is taken
     * @throws IllegalStateException if no job runs
     */
    public static Gateway open(GatewaySettings settings) throws RemoteException {
        Gateway opened = new Gateway(settings);
        GatewayService.opened(opened);
        return opened;
    }

    /** The port on which it listens. */
    public int port() {
        return connections.port();
    }

    /**
     * Publishes an object of any rank under a name. Every rank may call this.
     *
     * @param object an exported object, or a stub
     * @throws NoSuchObjectException if no rank has a gateway
     */
    public static void publish(String name, Remote object) throws RemoteException {
        gateway().publish(Objects.requireNonNull(name, "name"), Objects.requireNonNull(object, "object"));
    }

    /** Takes a name back that was published. Clients keep the stubs that they have. */
    public static void unpublish(String name) throws RemoteException, NotBoundException {
        gateway().unpublish(name);
    }

    /**
     * Finds an object outside of the job. Every rank may call this, and pass the stub on: calls go out by the rank of the gateway.
     *
     * @param url rmi://host:port/name
     * @throws NoSuchObjectException if no rank has a gateway
     */
    public static Remote connect(String url) throws RemoteException, NotBoundException {
        return OutsideNames.find(url, gateway());
    }

    static GatewayPoint gateway() throws RemoteException {
        GatewayPoint found = GatewayService.table().find();
        if (found == null) {
            throw new NoSuchObjectException(
                    "no rank has a gateway: start the job with rmi4mpirun --gateway PORT, or call"
                            + " Gateway.open at one rank before");
        }
        return found;
    }

    /** Ends all connections, and listens no longer. Calls of clients fail from then on. The end of the job does the same. */
    @Override
    public void close() throws RemoteException {
        if (isClosed.getAndSet(true)) {
            return;
        }
        layer.setForeignObjects(null);
        GatewayService.table().close(layer.rank());
        refusals.end();
        end();
    }

    private void end() throws RemoteException {
        crossing.close();
        UnicastRemoteObject.unexportObject(registry, true);
        connections.close();
    }

    /** What other ranks call. */
    private final class Point implements GatewayPoint {
        Point() {
            try {
                layer.export(this);
            } catch (RemoteException e) {
                throw new IllegalStateException("the gateway could not be exported to ranks", e);
            }
        }

        @Override
        public void publish(String name, Remote object) {
            published.put(name, object);
        }

        @Override
        public void unpublish(String name) throws NotBoundException {
            if (published.remove(name) == null) {
                throw new NotBoundException(name);
            }
        }

        @Override
        public Remote lookup(String host, int port, String name) throws RemoteException, NotBoundException {
            return OutsideNames.lookup(host, port, name);
        }

        @Override
        public String[] list(String host, int port) throws RemoteException {
            return OutsideNames.list(host, port);
        }
    }
}

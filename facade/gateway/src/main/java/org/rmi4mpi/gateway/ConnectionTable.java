package org.rmi4mpi.gateway;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.rmi.server.RMIServerSocketFactory;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;

/**
 * Accepts the connections from outside, as many as their limit allows, and ends those that take too long. Thread-safe. As a factory
 * of sockets it equals itself alone: so all objects of a gateway share its port.
 */
final class ConnectionTable implements RMIServerSocketFactory {
    private static final int BACKLOG = 50;

    private final InetAddress address;
    private final int most;
    private final long mostBytes;
    private final long limitNs;
    private final SSLContext tls;
    private final Audit audit;
    private final Set<Connection> open = ConcurrentHashMap.newKeySet();
    private final ScheduledExecutorService watch = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "rmi4mpi-gateway-watch");
        thread.setDaemon(true);
        return thread;
    });
    private volatile ServerSocket listening;

    /** @param tls null for connections in plain text */
    ConnectionTable(GatewaySettings settings, InetAddress address, SSLContext tls, Audit audit) {
        this.address = address;
        most = settings.connections();
        mostBytes = settings.requestBytes();
        limitNs = TimeUnit.SECONDS.toNanos(settings.requestSeconds());
        this.tls = tls;
        this.audit = audit;
        watch.scheduleWithFixedDelay(this::endOverdue, 1, 1, TimeUnit.SECONDS);
    }

    /** The port on which it listens. */
    int port() {
        return listening.getLocalPort();
    }

    @Override
    public ServerSocket createServerSocket(int port) throws IOException {
        ServerSocket socket = new ServerSocket() {
            @Override
            public Socket accept() throws IOException {
                while (true) {
                    Connection connection = new Connection(mostBytes, ConnectionTable.this::closed);
                    implAccept(connection);
                    connection.begin();
                    if (open.size() < most) {
                        open.add(connection);
                        if (tls != null) {
                            connection.secure(tls);
                        }
                        return connection;
                    }
                    audit.refused(connection.caller(), most + " connections are open, the limit");
                    connection.close();
                }
            }
        };
        socket.setReuseAddress(true);
        socket.bind(new InetSocketAddress(address, port), BACKLOG);
        listening = socket;
        return socket;
    }

    /** Tells on a thread of its own of clients that have shown no certificate: asking takes locks of the connection. */
    private void closed(Connection connection) {
        if (open.remove(connection) && tls != null && !watch.isShutdown()) {
            watch.execute(() -> {
                if (connection.isWithoutTls()) {
                    audit.refused(new Caller(Caller.NOBODY, connection.address()),
                            "a connection without TLS, or without a certificate that is trusted");
                }
            });
        }
    }

    private void endOverdue() {
        for (Connection each : open) {
            if (each.isOverdue(limitNs)) {
                if (!each.isIdle()) {
                    audit.refused(each.lastCaller(), "a request or reply took more than "
                            + TimeUnit.NANOSECONDS.toSeconds(limitNs) + " s");
                }
                end(each);
            }
        }
    }

    private void end(Connection connection) {
        try {
            connection.cut();
        } catch (IOException e) {
            open.remove(connection);
        }
    }

    /** Ends all connections, and listens no longer. */
    void close() {
        watch.shutdownNow();
        try {
            if (listening != null) {
                listening.close();
            }
        } catch (IOException e) {
            // it listens no longer
        }
        open.forEach(this::end);
    }
}

package org.rmi4mpi.gateway;

import java.rmi.ConnectException;
import java.rmi.RemoteException;
import java.rmi.server.ExportException;
import java.util.List;
import java.util.stream.Stream;
import org.rmi4mpi.launch.OptionException;
import org.rmi4mpi.launch.Options;
import org.rmi4mpi.ref.RankService;
import org.rmi4mpi.ref.ReferenceLayer;
import org.rmi4mpi.ref.Stubs;

/**
 * Exports the table of gateways at rank 0, under a well-known id, and opens the gateway that the launcher asks for.
 *
 * @hidden internal
 */
public final class GatewayService implements RankService {
    private static final int HOME = 0;
    private static final long OBJECT_ID = 40;

    /** At rank 0. */
    private Table table;

    /** The gateway of this rank; null for none. */
    private static volatile Gateway own;

    static void opened(Gateway gateway) {
        own = gateway;
    }

    /** The table, at rank 0. Synchronized. */
    private static final class Table implements GatewayTable {
        private int holder = -1;
        private boolean wasOpened;
        private GatewayPoint gateway;

        @Override
        public synchronized int open(int rank, GatewayPoint opened) {
            if (holder >= 0) {
                return holder;
            }
            holder = rank;
            wasOpened = true;
            gateway = opened;
            return -1;
        }

        synchronized boolean wasOpened() {
            return wasOpened;
        }

        @Override
        public synchronized void close(int rank) {
            if (holder == rank) {
                holder = -1;
                gateway = null;
            }
        }

        @Override
        public synchronized GatewayPoint find() {
            return gateway;
        }
    }

    /** @throws ConnectException if no job runs */
    static GatewayTable table() throws RemoteException {
        try {
            return (GatewayTable) Stubs.create(Table.class, ReferenceLayer.current().reference(HOME, OBJECT_ID));
        } catch (IllegalStateException e) {
            throw new ConnectException(e.getMessage());
        }
    }

    @Override
    public void start(ReferenceLayer layer) {
        if (layer.rank() != HOME) {
            return;
        }
        try {
            table = new Table();
            layer.export(OBJECT_ID, table);
        } catch (ExportException e) {
            throw new AssertionError("a rank starts its services once", e);
        }
        if (Options.GATEWAY.isGiven() || Options.GATEWAY_OUT.isSet()) {
            try {
                Gateway.open(new GatewaySettings(Options.GATEWAY.value()));
            } catch (RemoteException | IllegalArgumentException e) {
                // An exception of java.rmi has the text of its cause in its own.
                String reason = e.getMessage().replaceFirst("(?s);? *nested exception is:.*", "");
                throw new OptionException(Options.GATEWAY.flag() + ": " + reason, e);
            }
        }
    }

    /** The options of a gateway may be for one that the program opens. */
    private void tellUnused() {
        List<String> unused = Stream.of(Options.GATEWAY_NAMES, Options.GATEWAY_ADDRESS, Options.GATEWAY_TLS,
                Options.GATEWAY_USERS, Options.GATEWAY_RULES, Options.GATEWAY_TYPES).filter(Options::isGiven)
                .map(Options::flag).toList();
        if (table != null && !unused.isEmpty() && !table.wasOpened()) {
            System.err.println("rmi4mpi: " + String.join(", ", unused) + (unused.size() == 1 ? " has" : " have")
                    + " done nothing, since no gateway was opened: add --gateway PORT, or call Gateway.open at one rank");
        }
    }

    @Override
    public void stop() {
        tellUnused();
        Gateway gateway = own;
        if (gateway != null) {
            own = null;
            try {
                gateway.close();
            } catch (RemoteException e) {
                System.err.println("rmi4mpi: the gateway could not be closed: " + e);
            }
        }
    }
}

package org.rmi4mpi.jpvm.group;

import java.rmi.server.ExportException;
import org.rmi4mpi.jpvm.mail.Ports;
import org.rmi4mpi.jpvm.mail.PostOffice;
import org.rmi4mpi.ref.ReferenceLayer;
import org.rmi4mpi.ref.Stubs;

/** Where a rank asks about groups: rank 0, which keeps them. Immutable. */
public final class GroupService {
    /** Object id that every rank knows. */
    private static final long OBJECT_ID = 9;

    private final ReferenceLayer layer;
    private final Ports ports;
    /** Null on ranks other than 0. */
    private final GroupTable table;

    /** Starts the service. Called once on every rank. */
    public GroupService(ReferenceLayer layer, PostOffice office) throws ExportException {
        this.layer = layer;
        ports = office.ports();
        table = layer.rank() == 0 ? new GroupTable(office) : null;
        if (table != null) {
            layer.export(OBJECT_ID, table);
        }
    }

    GroupServer server() {
        return table != null ? table : (GroupServer) Stubs.create(GroupTable.class, layer.reference(0, OBJECT_ID));
    }

    /** The port from which members hear of barriers. */
    int port() {
        return ports.ofPool(0);
    }
}

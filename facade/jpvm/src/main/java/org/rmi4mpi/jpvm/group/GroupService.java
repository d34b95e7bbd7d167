package org.rmi4mpi.jpvm.group;

import java.rmi.server.ExportException;
import org.rmi4mpi.jpvm.mail.Mail;
import org.rmi4mpi.jpvm.mail.PostOffice;
import org.rmi4mpi.jpvm.pack.Packing;
import org.rmi4mpi.jpvm.pack.TaskException;
import org.rmi4mpi.ref.ReferenceLayer;
import org.rmi4mpi.ref.Stubs;

/** Where a rank asks about groups: rank 0, which keeps them. Immutable. */
public final class GroupService {
    /** Object id that every rank knows. */
    private static final long OBJECT_ID = 9;

    private final ReferenceLayer layer;
    private final PostOffice office;
    /** Null on ranks other than 0. */
    private final GroupTable table;

    /** Starts the service. Called once on every rank. */
    public GroupService(ReferenceLayer layer, PostOffice office) throws ExportException {
        this.layer = layer;
        this.office = office;
        table = layer.rank() == 0 ? new GroupTable(this) : null;
        if (table != null) {
            layer.export(OBJECT_ID, table);
        }
    }

    GroupServer server() {
        return table != null ? table : (GroupServer) Stubs.create(GroupTable.class, layer.reference(0, OBJECT_ID));
    }

    /** The port from which members hear of barriers. */
    int port() {
        return office.ports().ofPool(0);
    }

    /** Releases a task from a barrier. */
    void release(int port, int group) {
        try {
            office.send(port(), port, group, Mail.GROUP, new Packing(), null);
        } catch (TaskException e) {
            // The task has ended.
        }
    }
}

package org.rmi4mpi.tests.ranks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import mpi.Comm;
import mpi.Intracomm;
import mpi.MPI;
import org.junit.Assume;

/** How far the windows of this MPI reach; docs/networks.md has the table. Stateless. */
final class WindowReach {
    private WindowReach() {}

    /** The ranks that can share memory with this one. The caller frees the communicator. */
    static Intracomm node() {
        return MPI.COMM_WORLD.splitType(Comm.TYPE_SHARED, 0, MPI.INFO_NULL);
    }

    /** Skips a test at all ranks, where the job has several nodes and windows reach the ranks of one. Collective. */
    static void assumeAllRanks() throws IOException {
        boolean isOpenMpi4 = Files.readString(Path.of("build/lib/rmi4mpi.conf")).contains("Open MPI v4");
        Intracomm node = node();
        boolean isOneNode = node.getSize() == MPI.COMM_WORLD.getSize();
        node.free();
        Assume.assumeTrue("Open MPI 4 makes windows of one node alone", isOneNode || !isOpenMpi4);
    }
}

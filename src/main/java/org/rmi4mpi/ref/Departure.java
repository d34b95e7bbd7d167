package org.rmi4mpi.ref;

import java.io.IOException;
import org.rmi4mpi.dispatch.OutgoingPieces;
import org.rmi4mpi.transport.Frame;

/** Sends a request or reply that leaves while it is written. */
interface Departure {
    /**
     * Sends the first piece.
     *
     * @return sends the others
     */
    OutgoingPieces sendFirst(Frame first) throws IOException;

    /** Time in ns after which the rest is given up if the reader takes nothing; 0 for none. */
    default long patienceNs() {
        return 0;
    }
}

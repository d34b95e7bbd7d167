import mpi.MPI;
import mpi.Status;

/** A program of messages, of which a document shows some lines. */
class MessagesHarness {
    static void shown() throws Exception {
        // fragment
    }
}

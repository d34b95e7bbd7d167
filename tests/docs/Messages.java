import java.io.PrintStream;
import java.nio.IntBuffer;
import java.util.Scanner;
import mpi.MPI;
import mpi.Status;
import mpi.Win;

/** A program of messages, of which a document shows some lines. */
class MessagesHarness {
    static void shown() throws Exception {
        // fragment
    }
}

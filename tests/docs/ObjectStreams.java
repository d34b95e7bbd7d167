import java.io.InputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import org.rmi4mpi.serial.ArrayCopyInputStream;
import org.rmi4mpi.serial.ArrayCopyOutputStream;

/** A program that writes and reads objects. A document shows some of its lines. */
class ObjectStreamsHarness {
    static Object shown(OutputStream to, InputStream from, Object graph) throws Exception {
        // fragment
    }
}

package org.rmi4mpi.bridge;

import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.OutputStream;

/**
 * Creates the streams for objects in messages. Declared here because package {@code mpi} needs it; implemented by the
 * serializer above. Used by any thread. A stream has one owner.
 */
public interface ObjectStreams {
    /** Creates a writer. Any rank can read its output, at any time. */
    ObjectOutputStream writer(OutputStream out) throws IOException;

    /**
     * Creates a reader.
     *
     * @param loader finds those classes of the objects that the caller's own loader lacks
     */
    ObjectInputStream reader(InputStream in, ClassLoader loader) throws IOException;
}

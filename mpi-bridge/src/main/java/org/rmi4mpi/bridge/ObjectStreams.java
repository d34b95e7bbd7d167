package org.rmi4mpi.bridge;

import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.OutputStream;

/**
 * Makes the streams that objects in messages are written to and read from. Declared here since package {@code mpi} needs
 * them, implemented by the serializer above. Used by any thread; a stream has one owner.
 */
public interface ObjectStreams {
    /** What it writes any rank can read, at any time. */
    ObjectOutputStream writer(OutputStream out) throws IOException;

    /** @param loader finds the classes of the objects; those that it does not find are sought as a program's own are */
    ObjectInputStream reader(InputStream in, ClassLoader loader) throws IOException;
}

package org.rmi4mpi.launch;

import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import org.rmi4mpi.bridge.ObjectStreams;
import org.rmi4mpi.ref.ReferenceLayer;
import org.rmi4mpi.serial.StandaloneStreams;

/** The object streams of MPI.OBJECT messages. An exported object is replaced by its stub, as in a remote call. */
record MessageStreams(ReferenceLayer layer) implements ObjectStreams {
    @Override
    public ObjectOutputStream writer(OutputStream out) throws IOException {
        return StandaloneStreams.writer(out, layer::replacement);
    }

    @Override
    public ObjectInputStream reader(InputStream in, ClassLoader loader) throws IOException {
        return StandaloneStreams.reader(in, loader, layer);
    }
}

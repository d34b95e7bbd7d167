package org.rmi4mpi.rmi;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.Arrays;
import org.rmi4mpi.ref.ReferenceLayer;
import org.rmi4mpi.serial.StandaloneStreams;

/**
 * An object in serialized form, as in a remote call: exported objects are replaced by stubs. Stands in for {@link
 * java.rmi.MarshalledObject}. Immutable.
 */
public final class MarshalledObject<T> implements Serializable {
    private static final long serialVersionUID = 1L;

    /** Null for a null object. */
    private final byte[] bytes;

    public MarshalledObject(T object) throws IOException {
        bytes = object == null ? null : written(object);
    }

    private static byte[] written(Object object) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = StandaloneStreams.writer(bytes, ReferenceLayer.current()::replacement)) {
            out.writeObject(object);
        }
        return bytes.toByteArray();
    }

    /** Creates a copy of the object. */
    @SuppressWarnings("unchecked") // as in the JDK
    public T get() throws IOException, ClassNotFoundException {
        if (bytes == null) {
            return null;
        }
        try (ObjectInputStream in = StandaloneStreams.reader(new ByteArrayInputStream(bytes),
                Thread.currentThread().getContextClassLoader(), ReferenceLayer.current())) {
            return (T) in.readObject();
        }
    }

    /** The hash of the bytes. */
    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    /** Whether the bytes are equal. */
    @Override
    public boolean equals(Object other) {
        return other instanceof MarshalledObject<?> that && Arrays.equals(bytes, that.bytes);
    }
}

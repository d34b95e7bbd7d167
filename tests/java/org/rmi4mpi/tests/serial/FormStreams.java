package org.rmi4mpi.tests.serial;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import org.rmi4mpi.serial.ArrayCopyInputStream;
import org.rmi4mpi.serial.ArrayCopyOutputStream;

/** Writes and reads single objects, by their short forms or by the longer way. */
final class FormStreams {
    private FormStreams() {}

    /** @param replaces whether the stream may replace objects, so that it takes the longer way */
    static byte[] bytesOf(Object object, boolean replaces) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = replaces ? new ArrayCopyStreams().output(bytes, new WriterHooks())
                : new ArrayCopyOutputStream(bytes)) {
            out.writeObject(object);
        }
        return bytes.toByteArray();
    }

    /** @param filter null for none; with one, the stream takes the longer way */
    static Object read(byte[] bytes, ObjectInputFilter filter) throws IOException, ClassNotFoundException {
        ObjectInputStream in = new ArrayCopyInputStream(new ByteArrayInputStream(bytes));
        if (filter != null) {
            in.setObjectInputFilter(filter);
        }
        return in.readObject();
    }
}

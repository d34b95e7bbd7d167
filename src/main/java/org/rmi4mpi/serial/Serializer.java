package org.rmi4mpi.serial;

import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInput;
import java.io.ObjectOutput;
import java.io.OutputStream;
import java.util.function.UnaryOperator;

/** Makes the streams that a message is written to and read from. Stateless; the streams have one owner. */
public interface Serializer {
    /**
     * @param replacement called once for each object before it is written; returns what is written in its
     *     place, or the object itself
     */
    ObjectOutput writer(OutputStream out, UnaryOperator<Object> replacement) throws IOException;

    /**
     * @param loader finds the classes of the message
     * @param context what {@link MessageContext#context} gives to the objects of the message
     */
    ObjectInput reader(InputStream in, ClassLoader loader, Object context) throws IOException;
}

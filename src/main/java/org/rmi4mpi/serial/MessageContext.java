package org.rmi4mpi.serial;

/**
 * Implemented by the streams of a {@link Serializer}. The hook methods of an object cast the stream to this type to
 * learn the purpose of the message: the context given to the reader, or the {@link MessageMemory} that is
 * written to.
 */
public interface MessageContext {
    Object context();

    /** The loader that is asked first for the classes of an object that is being read. */
    default ClassLoader loader() {
        return CallerLoader.find();
    }
}

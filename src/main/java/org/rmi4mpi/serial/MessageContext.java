package org.rmi4mpi.serial;

/**
 * Implemented by the streams of a {@link Serializer}: tells an object that is read for whom it is, and one that
 * is written by itself into what.
 */
public interface MessageContext {
    Object context();
}

package org.rmi4mpi.serial;

import java.io.IOException;

/** The arrays that travel beside a message. */
public interface ArraysApart {
    /**
     * Announces the next array.
     *
     * @param bytes size of the elements, in bytes
     * @throws IOException if the next array has another size
     */
    void expect(long bytes) throws IOException;

    /** Waits for the elements of the array. */
    void receive(Object array) throws IOException;
}

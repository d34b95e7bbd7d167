package org.rmi4mpi.message.data;

import java.nio.ByteBuffer;

/** A buffer of a face's own class. Calls send and receive its bytes. */
public interface ByteHolder {
    ByteBuffer bytes();
}

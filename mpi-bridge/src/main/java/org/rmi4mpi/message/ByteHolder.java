package org.rmi4mpi.message;

import java.nio.ByteBuffer;

/** A buffer of a face's own class: its bytes are what is sent and received. */
public interface ByteHolder {
    ByteBuffer bytes();
}

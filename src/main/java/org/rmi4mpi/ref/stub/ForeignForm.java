package org.rmi4mpi.ref.stub;

import java.io.ObjectStreamException;
import java.rmi.Remote;

/** What another RMI writes in place of a stub. */
@FunctionalInterface
public interface ForeignForm {
    /** @throws ObjectStreamException if the stub must not leave the job */
    Object of(Remote stub) throws ObjectStreamException;
}

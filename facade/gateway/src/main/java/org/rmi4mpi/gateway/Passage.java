package org.rmi4mpi.gateway;

import java.io.InvalidObjectException;
import java.io.ObjectStreamException;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.util.Set;
import org.rmi4mpi.ref.stub.ForeignForm;

/**
 * The way by which references cross: a session, and the published name from which all of them come. Immutable.
 *
 * @param interfaces of the object of that name
 * @param signatures what may cross
 */
record Passage(Session session, String name, Set<Class<?>> interfaces, Signatures signatures, Crossing crossing,
        Session.Standins standins) implements ForeignForm {
    @Override
    public Object of(Remote stub) throws ObjectStreamException {
        try {
            return crossing.leave(stub, this);
        } catch (RemoteException e) {
            InvalidObjectException refused = new InvalidObjectException(e.getMessage());
            refused.initCause(e);
            throw refused;
        }
    }

    @Override
    public boolean equals(Object other) {
        return this == other;
    }

    @Override
    public int hashCode() {
        return System.identityHashCode(this);
    }
}

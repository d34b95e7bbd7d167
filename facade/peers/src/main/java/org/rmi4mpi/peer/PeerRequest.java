package org.rmi4mpi.peer;

import java.lang.reflect.Method;
import org.rmi4mpi.dispatch.ServedMethod;
import org.rmi4mpi.ref.stub.RemoteMethod;

/** A call of a peer that this rank runs. Immutable. */
record PeerRequest(int caller, long callId, Method target, String language) implements ServedMethod {
    @Override
    public Object method() {
        return new PeerMethod(RemoteMethod.of(target), "for", language);
    }
}

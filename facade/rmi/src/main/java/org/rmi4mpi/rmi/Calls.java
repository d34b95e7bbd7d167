package org.rmi4mpi.rmi;

import java.rmi.Remote;
import org.rmi4mpi.ref.Stubs;

/** Other ways to make the calls of a stub: views of it, which call the same object. Stateless. */
public final class Calls {
    private Calls() {}

    /**
     * A view whose methods without a result return as soon as the call has been sent. Exceptions of the method are lost.
     * Calls that one thread makes so to one object begin in their order. A caller that is far ahead of the object's rank
     * waits until that has begun some of its calls.
     *
     * @throws IllegalArgumentException where it is no stub of an object of this job
     */
    public static <T extends Remote> T oneWay(T stub) {
        return Stubs.oneWay(stub);
    }
}

package org.rmi4mpi.rmi;

import java.io.Serializable;
import java.lang.reflect.Proxy;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.rmi.UnmarshalException;
import java.util.stream.Stream;
import org.rmi4mpi.ref.ReferenceLayer;
import org.rmi4mpi.ref.RemoteReference;
import org.rmi4mpi.ref.Stubs;
import org.rmi4mpi.ref.stub.Stub;

/**
 * A stub as the job's registry keeps it: the reference, and the names of its interfaces. Rank 0 need not find these classes,
 * which may be those of another program, or of a class loader that the program has made. Immutable.
 *
 * @hidden internal
 */
public record BoundStub(RemoteReference reference, String[] interfaces) implements Remote, Serializable {
    private static final long serialVersionUID = 1L;

    /** What is sent to the registry for an object: its stub in this form, or else the object itself. */
    static Remote of(Remote object, ReferenceLayer layer) {
        Remote ofExported = layer.stubOf(object);
        Remote stub = ofExported == null ? object : ofExported;
        if (!(stub instanceof Stub) && !Proxy.isProxyClass(stub.getClass())) {
            return object;
        }
        try {
            String[] names = Stream.of(stub.getClass().getInterfaces()).map(Class::getName).toArray(String[]::new);
            return new BoundStub(Stubs.reference(stub), names);
        } catch (IllegalArgumentException e) {
            return object; // the program's own proxy
        }
    }

    /** The object for which the registry has sent this. */
    static Remote open(Remote received) throws RemoteException {
        if (!(received instanceof BoundStub stub)) {
            return received;
        }
        try {
            return Stubs.create(stub.interfaces, stub.reference);
        } catch (ClassNotFoundException e) {
            throw new UnmarshalException("the class loader of the caller, and its context class loader, do not find an"
                    + " interface of the stub", e);
        }
    }
}

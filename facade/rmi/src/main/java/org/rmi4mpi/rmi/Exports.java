package org.rmi4mpi.rmi;

import java.io.ObjectInputFilter;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.rmi.NoSuchObjectException;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.rmi.StubNotFoundException;
import java.rmi.server.ExportException;
import org.rmi4mpi.ref.ReferenceLayer;
import org.rmi4mpi.ref.stub.RemoteInterfaces;

/** Exports objects, and checks the JDK's rules for them. Stateless. */
final class Exports {
    private Exports() {}

    /** @param filter null for none */
    static Remote export(Remote object, ObjectInputFilter filter) throws ExportException, StubNotFoundException {
        check(object.getClass());
        ReferenceLayer layer = layer();
        PlainInterfaces.tell(object.getClass());
        return layer.export(object, filter);
    }

    static boolean unexport(Remote object, boolean force) throws NoSuchObjectException {
        try {
            return ReferenceLayer.current().unexport(object, force);
        } catch (IllegalStateException e) {
            throw new NoSuchObjectException("object not exported: " + e.getMessage());
        }
    }

    private static ReferenceLayer layer() throws ExportException {
        try {
            return ReferenceLayer.current();
        } catch (IllegalStateException e) {
            throw new ExportException(e.getMessage());
        }
    }

    /** Checks the JDK's rule: every method of a remote interface declares RemoteException. */
    private static void check(Class<?> type) throws ExportException {
        for (Class<?> remote : RemoteInterfaces.of(type)) {
            for (Method method : remote.getMethods()) {
                if (!Modifier.isStatic(method.getModifiers()) && !declaresRemoteException(method)) {
                    throw new ExportException("remote object implements illegal remote interface",
                            new IllegalArgumentException("illegal remote method encountered: " + method
                                    + " does not declare java.rmi.RemoteException"));
                }
            }
        }
    }

    private static boolean declaresRemoteException(Method method) {
        for (Class<?> declared : method.getExceptionTypes()) {
            if (declared.isAssignableFrom(RemoteException.class)) {
                return true;
            }
        }
        return false;
    }
}

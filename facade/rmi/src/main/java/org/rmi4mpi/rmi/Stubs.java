package org.rmi4mpi.rmi;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.rmi.NoSuchObjectException;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.rmi.server.ExportException;
import java.rmi.server.RemoteObjectInvocationHandler;
import java.rmi.server.RemoteRef;
import java.util.Set;
import org.rmi4mpi.ref.ReferenceLayer;
import org.rmi4mpi.ref.RemoteInterfaces;
import org.rmi4mpi.ref.RemoteReference;

/** Makes stubs: proxies of all remote interfaces of a class, with the JDK's own handler. Stateless. */
final class Stubs {
    private Stubs() {}

    static Remote export(Remote object) throws ExportException {
        check(object.getClass());
        return layer().export(object, Stubs::stub);
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

    /** The JDK's own rule: every method of a remote interface declares RemoteException. */
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

    /** The stub of an object of this class, wherever the reference says that the object is. */
    static Remote stub(Class<?> type, RemoteReference reference) {
        Set<Class<?>> interfaces = RemoteInterfaces.of(type);
        interfaces.add(Remote.class);
        return (Remote) Proxy.newProxyInstance(type.getClassLoader(), interfaces.toArray(Class<?>[]::new),
                new RemoteObjectInvocationHandler(reference));
    }

    static RemoteRef reference(Remote stub) {
        return ((RemoteObjectInvocationHandler) Proxy.getInvocationHandler(stub)).getRef();
    }
}

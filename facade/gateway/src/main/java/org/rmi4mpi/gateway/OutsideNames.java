package org.rmi4mpi.gateway;

import java.io.ObjectInputFilter;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.net.URISyntaxException;
import java.rmi.NotBoundException;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.rmi.registry.LocateRegistry;
import java.rmi.registry.Registry;

/** Looks names up in registries outside of the job. Stateless. */
final class OutsideNames {
    private OutsideNames() {}

    /** Looks up the name of a URL by the gateway. */
    static Remote find(String url, GatewayPoint gateway) throws RemoteException, NotBoundException {
        URI uri;
        try {
            uri = new URI(url);
        } catch (URISyntaxException e) {
            throw new RemoteException("\"" + url + "\" is no URL: expected rmi://host:port/name", e);
        }
        String path = uri.getPath();
        if (!"rmi".equals(uri.getScheme()) || uri.getHost() == null || path == null || path.length() < 2) {
            throw new RemoteException("\"" + url + "\": expected rmi://host:port/name");
        }
        return gateway.lookup(uri.getHost(), uri.getPort() < 0 ? Registry.REGISTRY_PORT : uri.getPort(),
                path.substring(1));
    }

    static String[] list(String host, int port) throws RemoteException {
        ObjectInputFilter outer = ArrivalFilter.set(OutsideNames::checkStub);
        try {
            return LocateRegistry.getRegistry(host, port).list();
        } finally {
            ArrivalFilter.set(outer);
        }
    }

    static Remote lookup(String host, int port, String name) throws RemoteException, NotBoundException {
        ObjectInputFilter outer = ArrivalFilter.set(OutsideNames::checkStub);
        try {
            return LocateRegistry.getRegistry(host, port).lookup(name);
        } finally {
            ArrivalFilter.set(outer);
        }
    }

    /** A registry returns the stub of an object, or an exception. */
    private static ObjectInputFilter.Status checkStub(ObjectInputFilter.FilterInfo info) {
        Class<?> type = info.serialClass();
        if (type == null || type.isPrimitive()
                || type.isArray()
                        && (type.getComponentType() == StackTraceElement.class
                                || type.getComponentType() == String.class)) {
            return ObjectInputFilter.Status.UNDECIDED;
        }
        boolean isStub = Remote.class.isAssignableFrom(type) || Proxy.isProxyClass(type)
                || type == Proxy.class || type.getName().startsWith("java.rmi.")
                || type.getName().startsWith("javax.rmi.ssl.");
        return isStub || type == StackTraceElement.class || Throwable.class.isAssignableFrom(type)
                && Signatures.isOfJdk(type) || type.getName().startsWith("java.util.Collections$")
                        ? ObjectInputFilter.Status.ALLOWED : ObjectInputFilter.Status.REJECTED;
    }
}

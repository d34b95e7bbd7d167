package org.rmi4mpi.rmi;

import java.net.MalformedURLException;
import java.net.URI;
import java.net.URISyntaxException;
import java.rmi.AlreadyBoundException;
import java.rmi.NotBoundException;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.rmi.registry.Registry;
import java.util.Objects;

/**
 * Names of remote objects as URLs: {@code rmi://host:port/name}, {@code //host/name} or {@code name}. {@link
 * LocateRegistry} explains hosts and ports. Stands in for {@link java.rmi.Naming}.
 */
public final class Naming {
    private Naming() {}

    /** The parts of a URL. The host may be empty; the name is null if there is none. */
    private record Target(String host, int port, String name, String url) {
        Registry registry() throws RemoteException {
            return LocateRegistry.getRegistry(host, port);
        }

        String required() throws MalformedURLException {
            if (name == null) {
                throw new MalformedURLException("no name of an object in \"" + url + "\": expected rmi://host/name");
            }
            return name;
        }
    }

    /** The object that is bound to a name; without a name, the registry itself. */
    public static Remote lookup(String name) throws NotBoundException, MalformedURLException, RemoteException {
        Target target = parse(name);
        return target.name() == null ? target.registry() : target.registry().lookup(target.name());
    }

    /** Binds a free name. */
    public static void bind(String name, Remote obj)
            throws AlreadyBoundException, MalformedURLException, RemoteException {
        Target target = parse(name);
        Objects.requireNonNull(obj, "cannot bind to null");
        target.registry().bind(target.required(), obj);
    }

    /** Binds a name, and replaces an existing binding. */
    public static void rebind(String name, Remote obj) throws RemoteException, MalformedURLException {
        Target target = parse(name);
        Objects.requireNonNull(obj, "cannot bind to null");
        target.registry().rebind(target.required(), obj);
    }

    public static void unbind(String name) throws RemoteException, NotBoundException, MalformedURLException {
        Target target = parse(name);
        target.registry().unbind(target.required());
    }

    /** The names in the registry of a URL, in the form //host:port/name. */
    public static String[] list(String name) throws RemoteException, MalformedURLException {
        Target target = parse(name);
        String host = target.host().contains(":") ? "[" + target.host() + "]" : target.host(); // an IPv6 address
        String prefix = "//" + host + ":" + target.port() + "/";
        String[] names = target.registry().list();
        for (int i = 0; i < names.length; i++) {
            names[i] = prefix + names[i];
        }
        return names;
    }

    private static Target parse(String url) throws MalformedURLException {
        URI uri;
        try {
            uri = new URI(url.replaceFirst("^(rmi:)?//:", "$1//localhost:")); // a URL may have a port without a host
            if (uri.getRawAuthority() != null && uri.getHost() == null) {
                uri.parseServerAuthority();
            }
        } catch (URISyntaxException e) {
            throw malformed(url, e.getReason());
        }
        if (uri.isOpaque()) {
            throw malformed(url, "it has a scheme but no //");
        } else if (uri.getScheme() != null && !uri.getScheme().equals("rmi")) {
            throw malformed(url, "its scheme is " + uri.getScheme());
        } else if (uri.getFragment() != null || uri.getQuery() != null || uri.getUserInfo() != null) {
            throw malformed(url, "it has a '#', '?' or '@'");
        }
        String path = uri.getPath();
        if (path.startsWith("/")) {
            path = path.substring(1);
        }
        // IPv6 addresses stand in brackets
        String host = uri.getHost() == null ? "" : uri.getHost().replaceAll("[\\[\\]]", "");
        int port = uri.getPort() == -1 ? Registry.REGISTRY_PORT : uri.getPort();
        return new Target(host, port, path.isEmpty() ? null : path, url);
    }

    private static MalformedURLException malformed(String url, String why) {
        return new MalformedURLException("\"" + url + "\": " + why + "; expected rmi://host:port/name");
    }
}

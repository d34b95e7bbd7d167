package org.rmi4mpi.ref;

import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.rmi.Remote;
import java.rmi.server.RemoteObject;
import java.rmi.server.RemoteObjectInvocationHandler;
import java.rmi.server.RemoteRef;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.rmi4mpi.serial.CallerLoader;

/**
 * Creates stubs. A stub is an instance of a generated class. If no class can have all the interfaces, it is a proxy
 * with the JDK's own handler. Stateless.
 */
public final class Stubs {
    private Stubs() {}

    /** Creates the stub of an object of this class. The object may be on any rank. */
    public static Remote create(Class<?> type, RemoteReference reference) {
        reference.setLoader(loaderOf(type));
        return create(new ArrayList<>(RemoteInterfaces.of(type)), type.getClassLoader(), reference);
    }

    /** Creates a stub that was read from a message, whose loader the reference has. */
    static Remote read(List<Class<?>> interfaces, RemoteReference reference) {
        ClassLoader loader = definer(interfaces, reference.loader());
        reference.setLoader(interfaces.stream().anyMatch(CallerLoader::isOurs) ? null : ofProgram(loader));
        return create(interfaces, loader, reference);
    }

    /**
     * The loader in which RMIClassLoader.loadProxyClass defines a proxy: that of an interface which is not public,
     * otherwise that of the message if it finds all interfaces, otherwise the context class loader.
     */
    private static ClassLoader definer(List<Class<?>> interfaces, ClassLoader ofMessage) {
        for (Class<?> each : interfaces) {
            if (!Modifier.isPublic(each.getModifiers())) {
                return each.getClassLoader();
            }
        }
        return StubGenerator.seesAll(ofMessage, interfaces) ? ofMessage
                : Thread.currentThread().getContextClassLoader();
    }

    /** The loader of a stub's class, or of that of its object; null if it is that of the platform or ours. */
    static ClassLoader loaderOf(Class<?> type) {
        return CallerLoader.isOurs(type) ? null : ofProgram(type.getClassLoader());
    }

    private static ClassLoader ofProgram(ClassLoader loader) {
        return loader == ClassLoader.getPlatformClassLoader() ? null : loader;
    }

    /**
     * @param loader finds all the interfaces
     * @throws IllegalArgumentException if no class can have all the interfaces
     */
    static Remote create(List<Class<?>> interfaces, ClassLoader loader, RemoteReference reference) {
        Remote generated = StubGenerator.make(interfaces, reference);
        return generated != null ? generated
                : (Remote) Proxy.newProxyInstance(loader, interfaces.toArray(Class<?>[]::new),
                        new RemoteObjectInvocationHandler(reference));
    }

    /** The interfaces of a stub, in the order in which it was created with them. */
    static Class<?>[] interfacesOf(Class<?> stubClass) {
        return stubClass.getInterfaces();
    }

    /**
     * Returns the reference of a stub.
     *
     * @throws IllegalArgumentException if the object is not a stub of rmi4mpi
     */
    public static RemoteReference reference(Remote stub) {
        RemoteRef reference = null;
        if (stub instanceof RemoteObject object) {
            reference = object.getRef();
        } else if (stub != null && Proxy.isProxyClass(stub.getClass())
                && Proxy.getInvocationHandler(stub) instanceof RemoteObjectInvocationHandler handler) {
            reference = handler.getRef();
        }
        if (reference instanceof RemoteReference ours) {
            return ours;
        }
        throw new IllegalArgumentException("expected the stub of a remote object, got "
                + (stub == null ? "null" : stub.getClass().getName()) + ": give what exportObject or lookup returned");
    }

    /** Creates a stub for the same object with another mode for its calls. */
    @SuppressWarnings("unchecked")
    static <T extends Remote> T withReference(T stub, RemoteReference reference) {
        if (Proxy.isProxyClass(stub.getClass())) {
            return (T) Proxy.newProxyInstance(stub.getClass().getClassLoader(), stub.getClass().getInterfaces(),
                    new RemoteObjectInvocationHandler(reference));
        }
        return (T) create(List.of(stub.getClass().getInterfaces()), stub.getClass().getClassLoader(), reference);
    }

    /** A view of a stub whose methods without a result return as soon as the call has been sent. */
    public static <T extends Remote> T oneWay(T stub) {
        return in(stub, StubMode::asOneWay);
    }

    /** A view whose methods return as soon as the call has been sent; see {@link ReferenceLayer#takeFuture}. */
    public static <T extends Remote> T async(T stub) {
        return in(stub, StubMode::asAsync);
    }

    /** A view whose calls time out after some nanoseconds; 0 for never. */
    public static <T extends Remote> T within(T stub, long nanoseconds) {
        return in(stub, mode -> mode.within(nanoseconds));
    }

    /** A view whose calls carry metadata in addition to those of the stub. */
    public static <T extends Remote> T with(T stub, Map<String, String> metadata) {
        return in(stub, mode -> {
            Map<String, String> all = new LinkedHashMap<>(mode.metadata() == null ? Map.of() : mode.metadata());
            all.putAll(metadata);
            return mode.with(all);
        });
    }

    private static <T extends Remote> T in(T stub, UnaryOperator<StubMode> change) {
        RemoteReference reference = reference(stub);
        return withReference(stub, reference.in(change.apply(reference.mode())));
    }
}

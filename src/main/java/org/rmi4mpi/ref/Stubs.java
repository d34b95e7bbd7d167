package org.rmi4mpi.ref;

import java.lang.reflect.Proxy;
import java.rmi.Remote;
import java.rmi.server.RemoteObject;
import java.rmi.server.RemoteObjectInvocationHandler;
import java.rmi.server.RemoteRef;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.rmi4mpi.ref.stub.StubFactory;

/** The stubs of a rank, their references, and their views. Stateless. */
public final class Stubs {
    private Stubs() {}

    /** Creates the stub of an object of this class. The object may be on any rank. */
    public static Remote create(Class<?> type, RemoteReference reference) {
        return StubFactory.create(type, reference);
    }

    /**
     * Creates a stub with interfaces of these names, for a reference that was read from a message.
     *
     * @throws ClassNotFoundException if neither the message's class loader nor the context class loader finds them
     */
    public static Remote create(String[] interfaces, RemoteReference reference) throws ClassNotFoundException {
        return StubFactory.read(interfaces, reference);
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
        return (T) StubFactory.create(List.of(stub.getClass().getInterfaces()), stub.getClass().getClassLoader(),
                reference);
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

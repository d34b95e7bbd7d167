package org.rmi4mpi.gateway;

import java.io.ObjectInputFilter;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.rmi.Remote;
import java.util.Set;
import org.rmi4mpi.ref.stub.ForeignForm;
import org.rmi4mpi.ref.stub.Stub;

/** Makes the calls of ranks to an object outside. Thread-safe. */
final class OutsideCalls implements InvocationHandler {
    private final Remote outside;
    private final Passage passage;
    private final ObjectInputFilter filter;

    /** @param known the passage by which the object has come; null if the program has connected to it */
    OutsideCalls(Remote outside, Set<Class<?>> interfaces, Passage known, Crossing crossing) {
        this.outside = outside;
        Signatures signatures = Signatures.ofOutside(interfaces);
        passage = new Passage(known == null ? new Session(Caller.NOBODY) : known.session(),
                known == null ? outside.getClass().getInterfaces()[0].getName() : known.name(), interfaces, signatures,
                crossing, known == null ? new Session.Standins() : known.standins());
        filter = new SignatureFilter(signatures, crossing.settings().moreTypes(), crossing.settings().requestBytes(),
                true);
    }

    /** The stub of the JDK. */
    Remote outside() {
        return outside;
    }

    @Override
    public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
        if (method.getDeclaringClass() == Object.class) {
            return switch (method.getName()) {
                case "equals" -> proxy == arguments[0];
                case "hashCode" -> System.identityHashCode(proxy);
                default -> "outside: " + outside;
            };
        }
        ForeignForm before = Stub.setForeignForm(passage);
        ObjectInputFilter outer = ArrivalFilter.set(filter);
        try {
            method.trySetAccessible();
            return method.invoke(outside, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        } finally {
            ArrivalFilter.set(outer);
            Stub.setForeignForm(before);
        }
    }
}

package org.rmi4mpi.rmi;

import java.io.ObjectInputFilter;
import java.lang.reflect.Proxy;
import java.rmi.Remote;
import java.rmi.server.RMIClientSocketFactory;
import java.rmi.server.RMIServerSocketFactory;
import java.rmi.server.RemoteRef;
import java.rmi.server.UID;
import java.security.Security;
import java.util.List;
import org.rmi4mpi.ref.stub.Stub;

/**
 * Decides which objects may be bound, by the JDK's rule: stubs and other remote objects, with strings, numbers and
 * arrays in them. A pattern in the JDK's property can allow more. Stateless.
 */
final class RegistryFilter implements ObjectInputFilter {
    static final ObjectInputFilter OF_PROCESS = new RegistryFilter();

    private static final String PROPERTY = "sun.rmi.registry.registryFilter";
    private static final int DEEPEST = 20;
    private static final int LONGEST_ARRAY = 1_000_000;
    private static final List<Class<?>> TAKEN = List.of(String.class, Number.class, Remote.class, Proxy.class,
            RemoteRef.class, RMIClientSocketFactory.class, RMIServerSocketFactory.class, UID.class);

    /** Null if there is none. */
    private final ObjectInputFilter ofProgram;

    private RegistryFilter() {
        String pattern = System.getProperty(PROPERTY, Security.getProperty(PROPERTY));
        ofProgram = pattern == null ? null : Config.createFilter(pattern);
    }

    /** @throws IllegalArgumentException instead of a refusal. The reader makes it the cause of its own exception */
    @Override
    public Status checkInput(FilterInfo info) {
        Status first = ofProgram == null ? Status.UNDECIDED : ofProgram.checkInput(info);
        if (first != Status.UNDECIDED) {
            return first;
        }
        Class<?> type = info.serialClass();
        if (info.depth() > DEEPEST) {
            throw refused("objects nested " + info.depth() + " > " + DEEPEST + " deep, with " + type);
        } else if (info.arrayLength() > LONGEST_ARRAY) {
            throw refused("an array of " + info.arrayLength() + " > " + LONGEST_ARRAY + " elements");
        } else if (type == null || type.isArray()) {
            return Status.UNDECIDED;
        } else if (type.getNestHost() == Stub.class || TAKEN.stream().anyMatch(each -> each.isAssignableFrom(type))) {
            return Status.ALLOWED;
        }
        throw refused(type.toString());
    }

    private static IllegalArgumentException refused(String what) {
        return new IllegalArgumentException("a registry does not take " + what + ": export the object and bind it, or"
                + " its stub; or allow its class at the registry's rank: -D" + PROPERTY + "=name.of.Class");
    }
}

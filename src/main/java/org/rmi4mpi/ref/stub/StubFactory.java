package org.rmi4mpi.ref.stub;

import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.rmi.Remote;
import java.rmi.server.RemoteObjectInvocationHandler;
import java.util.ArrayList;
import java.util.List;
import org.rmi4mpi.serial.CallerLoader;

/**
 * Creates stubs. A stub is an instance of a generated class. If no class can have all the interfaces, it is a proxy
 * with the JDK's own handler. Stateless.
 */
public final class StubFactory {
    private StubFactory() {}

    /** Creates the stub of an object of this class. The object may be on any rank. */
    public static Remote create(Class<?> type, StubReference reference) {
        reference.setLoader(loaderOf(type));
        return create(new ArrayList<>(RemoteInterfaces.of(type)), type.getClassLoader(), reference);
    }

    /** Like {@link #read(List, StubReference)}, by the names of the interfaces. */
    public static Remote read(String[] interfaces, StubReference reference) throws ClassNotFoundException {
        List<Class<?>> found = new ArrayList<>();
        for (String each : interfaces) {
            found.add(find(each, reference.loader()));
        }
        return read(found, reference);
    }

    private static Class<?> find(String name, ClassLoader first) throws ClassNotFoundException {
        try {
            return Class.forName(name, false, first);
        } catch (ClassNotFoundException e) {
            return Class.forName(name, false, Thread.currentThread().getContextClassLoader());
        }
    }

    /** Creates a stub that was read from a message, whose loader the reference has. */
    static Remote read(List<Class<?>> interfaces, StubReference reference) {
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
    public static Remote create(List<Class<?>> interfaces, ClassLoader loader, StubReference reference) {
        Remote generated = StubGenerator.make(interfaces, reference);
        return generated != null ? generated
                : (Remote) Proxy.newProxyInstance(loader, interfaces.toArray(Class<?>[]::new),
                        new RemoteObjectInvocationHandler(reference.ref()));
    }

    /** Whether a class of this name is a stub or a skeleton that was generated. */
    public static boolean isGenerated(String className) {
        return GeneratedCode.isName(className);
    }
}

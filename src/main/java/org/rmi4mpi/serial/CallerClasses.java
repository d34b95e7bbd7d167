package org.rmi4mpi.serial;

import java.lang.reflect.Modifier;

/**
 * Resolves classes as the JDK's stream does: by the loader of the nearest caller. Owned by one thread. Source: Java
 * Object Serialization Specification, 3.1 (resolveClass).
 */
final class CallerClasses {
    /** The loader of the program that reads an object at top level; null until it has been looked up. */
    private ClassLoader loader;
    /** Number of active hook methods of the program's classes. They may have other loaders. */
    int hooksOfProgram;

    /** Clears the loader. The next call at top level may come from another program. */
    void forget() {
        if (loader != null) {
            loader = null;
        }
    }

    /** The loader of the nearest caller of the program. */
    ClassLoader loader() {
        if (hooksOfProgram > 0) {
            return CallerLoader.find();
        }
        if (loader == null) {
            loader = CallerLoader.find();
        }
        return loader;
    }

    Class<?> find(String name) throws ClassNotFoundException {
        Class<?> primitive = Primitive.classNamed(name);
        return primitive != null ? primitive : Class.forName(name, false,
                CallerLoader.isOfAll(name) ? ClassLoader.getPlatformClassLoader() : loader());
    }

    Class<?> findProxy(String[] interfaces) throws ClassNotFoundException {
        return proxyClass(interfaces, loader());
    }

    @SuppressWarnings("deprecation") // the class of a proxy is needed here, not an instance
    /** Finds the class of a proxy as RMIClassLoader.loadProxyClass does. */
    static Class<?> proxyClass(String[] interfaces, ClassLoader loader) throws ClassNotFoundException {
        ClassLoader definer = loader;
        Class<?>[] types = new Class<?>[interfaces.length];
        boolean hidden = false;
        for (int i = 0; i < interfaces.length; i++) {
            types[i] = Class.forName(interfaces[i], false, loader);
            if ((types[i].getModifiers() & Modifier.PUBLIC) == 0) {
                if (hidden && definer != types[i].getClassLoader()) {
                    throw new IllegalAccessError("conflicting non-public interface class loaders");
                }
                hidden = true;
                definer = types[i].getClassLoader();
            }
        }
        try {
            return java.lang.reflect.Proxy.getProxyClass(definer, types);
        } catch (IllegalArgumentException e) {
            throw new ClassNotFoundException(null, e);
        }
    }
}

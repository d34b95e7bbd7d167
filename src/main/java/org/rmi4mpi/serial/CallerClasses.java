package org.rmi4mpi.serial;

import java.lang.reflect.Modifier;

/**
 * Finds classes as a program's own are found: by the nearest loader among the callers of the stream. Owned by one
 * thread. Source: Java Object Serialization Specification, 3.1 (resolveClass).
 */
final class CallerClasses {
    /** Of the program that reads an object at the top level, once it has been asked for; null before. */
    private ClassLoader loader;
    /** Methods of classes of the program that run: they may have other loaders. */
    int hooksOfProgram;

    /** Another call at the top level may be another program's. */
    void forget() {
        if (loader != null) {
            loader = null;
        }
    }

    private ClassLoader loader() {
        if (hooksOfProgram > 0) {
            return CallerLoader.find();
        }
        if (loader == null) {
            loader = CallerLoader.find();
        }
        return loader;
    }

    Class<?> find(String name) throws ClassNotFoundException {
        Class<?> primitive = Defaults.primitive(name);
        return primitive != null ? primitive : Class.forName(name, false,
                CallerLoader.isOfAll(name) ? ClassLoader.getPlatformClassLoader() : loader());
    }

    Class<?> findProxy(String[] interfaces) throws ClassNotFoundException {
        return proxyClass(interfaces, loader());
    }

    @SuppressWarnings("deprecation") // the class of a proxy is wanted here, not an instance
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

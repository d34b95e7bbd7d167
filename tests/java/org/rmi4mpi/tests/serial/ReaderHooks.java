package org.rmi4mpi.tests.serial;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectStreamClass;
import java.util.Set;

/** The methods that a subclass of an input stream overrides. The defaults change nothing. */
class ReaderHooks {
    private static final Set<String> PRIMITIVES =
            Set.of("boolean", "byte", "char", "short", "int", "long", "float", "double", "void");

    /** The behaviour of the stream itself. */
    interface Usual<A> {
        Class<?> apply(A argument) throws IOException, ClassNotFoundException;
    }

    /** Whether resolveObject is to be called. */
    boolean resolves() {
        return true;
    }

    Object resolveObject(Object object) throws IOException {
        return object;
    }

    /** Before the description of a class is read. */
    void describing() throws IOException, ClassNotFoundException {}

    Class<?> resolveClass(ObjectInputStream in, ObjectStreamClass description, Usual<ObjectStreamClass> usual)
            throws IOException, ClassNotFoundException {
        return usual.apply(description);
    }

    Class<?> resolveProxyClass(ObjectInputStream in, String[] interfaces, Usual<String[]> usual)
            throws IOException, ClassNotFoundException {
        return usual.apply(interfaces);
    }

    /** Finds classes by a loader, and by nothing else. */
    static ReaderHooks loading(ClassLoader loader) {
        return new ReaderHooks() {
            @Override
            Class<?> resolveClass(ObjectInputStream in, ObjectStreamClass description,
                    Usual<ObjectStreamClass> usual) throws IOException, ClassNotFoundException {
                return PRIMITIVES.contains(description.getName()) ? usual.apply(description)
                        : Class.forName(description.getName(), false, loader);
            }
        };
    }
}

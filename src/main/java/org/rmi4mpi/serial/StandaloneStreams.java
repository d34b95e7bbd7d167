package org.rmi4mpi.serial;

import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.io.OutputStream;
import java.rmi.Remote;
import java.util.function.Function;

/**
 * Makes streams that describe every class they need, so that any process can read them at any time: what is sent to
 * several peers, or kept. A {@link Serializer} makes those of messages to one peer. Stateless.
 */
public final class StandaloneStreams {
    private StandaloneStreams() {}

    /**
     * @param replacement called once for each remote object before it is written; returns what is written in its
     *     place, or the object itself
     */
    public static ObjectOutputStream writer(OutputStream out, Function<Remote, ?> replacement) throws IOException {
        return new ArrayCopyOutputStream(out, replacement);
    }

    /**
     * @param loader finds the classes of the objects; those that it does not find are sought as a program's own are
     * @param context what {@link MessageContext#context} gives to the objects
     */
    public static ObjectInputStream reader(InputStream in, ClassLoader loader, Object context) throws IOException {
        return new Reader(in, loader, context);
    }

    private static final class Reader extends ArrayCopyInputStream implements MessageContext {
        private final ClassLoader loader;
        private final Object context;

        Reader(InputStream in, ClassLoader loader, Object context) throws IOException {
            super(in);
            this.loader = loader;
            this.context = context;
        }

        @Override
        public Object context() {
            return context;
        }

        @Override
        protected Class<?> resolveClass(ObjectStreamClass description) throws IOException, ClassNotFoundException {
            try {
                return Class.forName(description.getName(), false, loader);
            } catch (ClassNotFoundException e) {
                return super.resolveClass(description);
            }
        }

        @Override
        protected Class<?> resolveProxyClass(String[] interfaces) throws IOException, ClassNotFoundException {
            try {
                return CallerClasses.proxyClass(interfaces, loader);
            } catch (ClassNotFoundException e) {
                return super.resolveProxyClass(interfaces);
            }
        }
    }
}

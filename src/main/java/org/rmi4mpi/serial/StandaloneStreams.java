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
 * Creates streams that describe every class in them, so that any process can read them at any time. They serve for data
 * that goes to several peers, or is kept. {@link Serializer} creates the streams of messages to one peer. Stateless.
 */
public final class StandaloneStreams {
    private StandaloneStreams() {}

    /**
     * @param replacement called once for each remote object before it is written; returns its replacement, or the
     *     object itself
     */
    public static ObjectOutputStream writer(OutputStream out, Function<Remote, ?> replacement) throws IOException {
        return new Writer(out, replacement);
    }

    private static final class Writer extends ArrayCopyOutputStream {
        Writer(OutputStream out, Function<Remote, ?> replacement) throws IOException {
            super(out, replacement);
        }

        @Override
        protected void annotateClass(Class<?> type) throws IOException {
            ClassHome.write(type, this);
        }

        @Override
        protected void annotateProxyClass(Class<?> type) throws IOException {
            ClassHome.write(type, this);
        }
    }

    /**
     * @param loader finds those classes of the objects that the caller's own loader lacks
     * @param context the value of {@link MessageContext#context} for the objects
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
        ClassHome readHome(BlockReader data) throws IOException {
            return !ClassHome.areShared() || data.isAtEnd() ? null : ClassHome.read(this);
        }

        @Override
        public ClassLoader loader() {
            return callerLoader();
        }

        @Override
        protected Class<?> resolveClass(ObjectStreamClass description) throws IOException, ClassNotFoundException {
            Class<?> ours = CallerLoader.findOurs(description.getName());
            if (ours != null) {
                return ours;
            }
            try {
                return super.resolveClass(description);
            } catch (ClassNotFoundException e) {
                return Class.forName(description.getName(), false, loader);
            }
        }

        @Override
        protected Class<?> resolveProxyClass(String[] interfaces) throws IOException, ClassNotFoundException {
            try {
                return super.resolveProxyClass(interfaces);
            } catch (ClassNotFoundException e) {
                return CallerClasses.proxyClass(interfaces, loader);
            }
        }
    }
}

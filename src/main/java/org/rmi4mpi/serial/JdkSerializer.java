package org.rmi4mpi.serial;

import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInput;
import java.io.ObjectInputStream;
import java.io.ObjectOutput;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.io.OutputStream;
import java.lang.reflect.Proxy;
import java.util.function.UnaryOperator;

/** The JDK's own streams, new for each message. */
public final class JdkSerializer implements Serializer {
    @Override
    public ObjectOutput writer(OutputStream out, UnaryOperator<Object> replacement) throws IOException {
        return new Writer(out, replacement);
    }

    @Override
    public ObjectInput reader(InputStream in, ClassLoader loader, Object context) throws IOException {
        return new Reader(in, loader, context);
    }

    private static final class Writer extends ObjectOutputStream {
        private final UnaryOperator<Object> replacement;

        Writer(OutputStream out, UnaryOperator<Object> replacement) throws IOException {
            super(out);
            this.replacement = replacement;
            enableReplaceObject(true);
        }

        @Override
        protected Object replaceObject(Object object) {
            return replacement.apply(object);
        }
    }

    private static final class Reader extends ObjectInputStream implements MessageContext {
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
                return super.resolveClass(description); // the names of primitive types, and this class's own loader
            }
        }

        @Override
        @SuppressWarnings("deprecation") // the class of a proxy is wanted here, not an instance
        protected Class<?> resolveProxyClass(String[] interfaces) throws ClassNotFoundException {
            Class<?>[] types = new Class<?>[interfaces.length];
            ClassLoader definer = loader;
            for (int i = 0; i < interfaces.length; i++) {
                types[i] = Class.forName(interfaces[i], false, loader);
                if (!java.lang.reflect.Modifier.isPublic(types[i].getModifiers())) {
                    definer = types[i].getClassLoader();
                }
            }
            try {
                return Proxy.getProxyClass(definer, types);
            } catch (IllegalArgumentException e) {
                throw new ClassNotFoundException("proxy of " + String.join(", ", interfaces), e);
            }
        }
    }
}

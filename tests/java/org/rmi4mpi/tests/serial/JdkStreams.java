package org.rmi4mpi.tests.serial;

import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.io.OutputStream;

/** The JDK's own streams. */
final class JdkStreams implements Streams {
    @Override
    public ObjectOutputStream output(OutputStream out) throws IOException {
        return new ObjectOutputStream(out);
    }

    @Override
    public ObjectInputStream input(InputStream in) throws IOException {
        return new ObjectInputStream(in);
    }

    @Override
    public ObjectOutputStream output(OutputStream out, WriterHooks hooks) throws IOException {
        return new HookedOutput(out, hooks);
    }

    @Override
    public ObjectInputStream input(InputStream in, ReaderHooks hooks) throws IOException {
        return new HookedInput(in, hooks);
    }

    @Override
    public boolean can(Ability ability) {
        int jdk = Runtime.version().feature();
        return switch (ability) {
            case STRICT_UTF -> jdk < 25; // 25.0.3 writes a wrong length
            case ONE_EMPTY_STRING -> jdk != 21;
            default -> false;
        };
    }

    @Override
    public String toString() {
        return "jdk";
    }

    private static final class HookedOutput extends ObjectOutputStream {
        private final WriterHooks hooks;

        HookedOutput(OutputStream out, WriterHooks hooks) throws IOException {
            super(out);
            this.hooks = hooks;
            enableReplaceObject(hooks.replaces());
        }

        @Override
        protected Object replaceObject(Object object) throws IOException {
            return hooks.replaceObject(object);
        }

        @Override
        protected void writeClassDescriptor(ObjectStreamClass description) throws IOException {
            hooks.describing();
            super.writeClassDescriptor(description);
        }

        @Override
        protected void annotateClass(Class<?> type) throws IOException {
            hooks.annotateClass(this, type);
        }

        @Override
        protected void annotateProxyClass(Class<?> type) throws IOException {
            hooks.annotateProxyClass(this, type);
        }
    }

    private static final class HookedInput extends ObjectInputStream {
        private final ReaderHooks hooks;

        HookedInput(InputStream in, ReaderHooks hooks) throws IOException {
            super(in);
            this.hooks = hooks;
            enableResolveObject(hooks.resolves());
        }

        @Override
        protected Object resolveObject(Object object) throws IOException {
            return hooks.resolveObject(object);
        }

        @Override
        protected ObjectStreamClass readClassDescriptor() throws IOException, ClassNotFoundException {
            hooks.describing();
            return super.readClassDescriptor();
        }

        @Override
        protected Class<?> resolveClass(ObjectStreamClass description) throws IOException, ClassNotFoundException {
            return hooks.resolveClass(this, description, super::resolveClass);
        }

        @Override
        protected Class<?> resolveProxyClass(String[] interfaces) throws IOException, ClassNotFoundException {
            return hooks.resolveProxyClass(this, interfaces, super::resolveProxyClass);
        }
    }
}

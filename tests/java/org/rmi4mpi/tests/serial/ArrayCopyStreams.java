package org.rmi4mpi.tests.serial;

import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.io.OutputStream;
import org.rmi4mpi.serial.ArrayCopyInputStream;
import org.rmi4mpi.serial.ArrayCopyOutputStream;

/** The streams of this project. */
final class ArrayCopyStreams implements Streams {
    @Override
    public ObjectOutputStream output(OutputStream out) throws IOException {
        return new ArrayCopyOutputStream(out);
    }

    @Override
    public ObjectInputStream input(InputStream in) throws IOException {
        return new ArrayCopyInputStream(in);
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
        return true;
    }

    @Override
    public String toString() {
        return "rmi4mpi";
    }

    private static final class HookedOutput extends ArrayCopyOutputStream {
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

    private static final class HookedInput extends ArrayCopyInputStream {
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

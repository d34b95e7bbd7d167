package org.rmi4mpi.bridge;

import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.io.OutputStream;

/** The JDK's object streams, used when no layer above takes part in the job. */
final class JdkObjectStreams implements ObjectStreams {
    @Override
    public ObjectOutputStream writer(OutputStream out) throws IOException {
        return new ObjectOutputStream(out);
    }

    @Override
    public ObjectInputStream reader(InputStream in, ClassLoader loader) throws IOException {
        return new LoaderInputStream(in, loader);
    }

    private static final class LoaderInputStream extends ObjectInputStream {
        private final ClassLoader loader;

        LoaderInputStream(InputStream in, ClassLoader loader) throws IOException {
            super(in);
            this.loader = loader;
        }

        @Override
        protected Class<?> resolveClass(ObjectStreamClass description) throws IOException, ClassNotFoundException {
            try {
                return Class.forName(description.getName(), false, loader);
            } catch (ClassNotFoundException e) {
                return super.resolveClass(description);
            }
        }
    }
}

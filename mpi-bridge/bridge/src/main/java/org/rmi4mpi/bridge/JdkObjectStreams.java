package org.rmi4mpi.bridge;

import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.io.OutputStream;
import java.util.Set;

/** The JDK's object streams, used when no layer above takes part in the job. */
final class JdkObjectStreams implements ObjectStreams {
    /** With hidden frames, since a lambda of the program is one. */
    private static final StackWalker CALLERS = StackWalker.getInstance(
            Set.of(StackWalker.Option.RETAIN_CLASS_REFERENCE, StackWalker.Option.SHOW_HIDDEN_FRAMES));
    private static final ClassLoader OURS = JdkObjectStreams.class.getClassLoader();
    private static final Set<String> OUR_PACKAGES = Set.of("mpi", "org.rmi4mpi.bridge", "org.rmi4mpi.message",
            "org.rmi4mpi.message.collective", "org.rmi4mpi.message.data", "org.rmi4mpi.message.file",
            "org.rmi4mpi.message.window");

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
                return Class.forName(description.getName(), false, callerLoader());
            } catch (ClassNotFoundException e) {
                return resolveByContext(description);
            }
        }

        private Class<?> resolveByContext(ObjectStreamClass description) throws IOException, ClassNotFoundException {
            try {
                return Class.forName(description.getName(), false, loader);
            } catch (ClassNotFoundException e) {
                return super.resolveClass(description); // also finds int.class and its like
            }
        }
    }

    /** The loader of the nearest caller that is neither of the JDK nor one of our classes. */
    private static ClassLoader callerLoader() {
        return CALLERS.walk(frames -> frames.map(StackWalker.StackFrame::getDeclaringClass)
                .filter(JdkObjectStreams::isOfProgram)
                .map(Class::getClassLoader)
                .findFirst()
                .orElse(OURS));
    }

    private static boolean isOfProgram(Class<?> type) {
        ClassLoader loader = type.getClassLoader();
        String own = type.getPackageName();
        return loader != null && loader != ClassLoader.getPlatformClassLoader() && !own.equals("jdk.internal.reflect")
                && !(loader == OURS && OUR_PACKAGES.contains(own));
    }
}

package org.rmi4mpi.agent;

import java.lang.instrument.ClassFileTransformer;
import java.nio.charset.StandardCharsets;
import java.security.ProtectionDomain;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;

/**
 * Rewrites the classes of the program: those on the class path that are not ours. If stack or memory for that is
 * missing, the class is refused with a NoClassDefFoundError that says so, since unchanged it would use the JDK's RMI.
 * If even this method cannot be called, the JVM reports that and takes the class unchanged. Stateless, except for what
 * it has reported.
 */
final class ProgramTransformer implements ClassFileTransformer {
    /** Our classes, and those that the JDK generates. Checked without calls, which need stack. */
    private static final String[] NOT_OF_PROGRAM = {
        "java/", "jdk/", "sun/", "com/sun/proxy/", "org/rmi4mpi/agent/", "org/rmi4mpi/bridge/", "org/rmi4mpi/dispatch/",
        "org/rmi4mpi/gateway/", "org/rmi4mpi/launch/", "org/rmi4mpi/ref/", "org/rmi4mpi/rmi/", "org/rmi4mpi/serial/",
        "org/rmi4mpi/shaded/", "org/rmi4mpi/share/",
        "org/rmi4mpi/transport/", "org/rmi4mpi/wire/"};
    private static final String MESSAGES = "mpi/";

    /**
     * A class with this name. The JVM refuses a class whose name is not the requested one, and its error shows the
     * name.
     */
    private static final byte[] REFUSED = classNamed("rmi4mpi had no stack or no memory left to rewrite this class");

    private final Set<ClassLoader> apart = ConcurrentHashMap.newKeySet();

    private static byte[] classNamed(String name) {
        ClassWriter writer = new ClassWriter(0);
        writer.visit(Opcodes.V17, Opcodes.ACC_PUBLIC, name, null, "java/lang/Object", null);
        writer.visitEnd();
        return writer.toByteArray();
    }

    @Override
    public byte[] transform(
            Module module, ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain, byte[] bytes) {
        if (module.isNamed() || loader == null || name == null || !isOfProgram(name)) {
            return null;
        }
        try {
            String text = new String(bytes, StandardCharsets.ISO_8859_1);
            return ClassRewriter.mayConcern(text) && seesUs(loader, text) ? rewritten(name, bytes) : null;
        } catch (StackOverflowError | OutOfMemoryError e) {
            return REFUSED;
        }
    }

    private static boolean isOfProgram(String name) {
        for (String start : NOT_OF_PROGRAM) {
            if (name.startsWith(start)) {
                return false;
            }
        }
        return !name.startsWith(MESSAGES) || name.indexOf('/', MESSAGES.length()) >= 0;
    }

    private static byte[] rewritten(String name, byte[] bytes) {
        try {
            return ClassRewriter.rewrite(bytes);
        } catch (RuntimeException e) {
            System.err.println(
                    "rmi4mpi: class " + name.replace('/', '.') + " could not be rewritten, and runs as it is: " + e);
            return null;
        }
    }

    /**
     * Whether the loader finds our classes. It does so by its parents, or by its loadClass: {@link LoaderRewriter} has
     * extended that of the JDK, and those of classes outside of named modules. Otherwise rewritten classes could not be
     * linked.
     */
    private boolean seesUs(ClassLoader loader, String text) {
        for (ClassLoader l = loader; l != null; l = l.getParent()) {
            if (l == ClassLoader.getSystemClassLoader()) {
                return true;
            }
        }
        Module ofLoader = loader.getClass().getModule();
        if (!ofLoader.isNamed() || ofLoader == Object.class.getModule()) {
            return true;
        }
        if (text.contains("java/rmi/") && apart.add(loader)) {
            System.err.println("rmi4mpi: the classes of " + loader + " use the JDK's RMI: their loader, of "
                    + ofLoader + ", does not delegate to that of the class path, where ours is");
        }
        return false;
    }
}

package org.rmi4mpi.agent;

import java.lang.instrument.ClassFileTransformer;
import java.nio.charset.StandardCharsets;
import java.security.ProtectionDomain;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;

/**
 * Rewrites the classes of the program: those of the class path, but ours. A class that cannot be rewritten for want of stack
 * or memory is refused by a NoClassDefFoundError that says so: as it is, it would use the JDK's RMI. Where there is not even
 * the stack or memory to call this, the JVM says so and takes the class as it is. Stateless, but for what it has told.
 */
final class ProgramTransformer implements ClassFileTransformer {
    /** Ours, and what the JDK makes at run time. They are told from the program's where hardly any stack is left, too. */
    private static final String[] NOT_OF_PROGRAM = {
        "java/", "jdk/", "sun/", "com/sun/proxy/", "org/rmi4mpi/agent/", "org/rmi4mpi/bridge/", "org/rmi4mpi/dispatch/",
        "org/rmi4mpi/launch/", "org/rmi4mpi/ref/", "org/rmi4mpi/rmi/", "org/rmi4mpi/serial/", "org/rmi4mpi/shaded/",
        "org/rmi4mpi/transport/", "org/rmi4mpi/wire/"};
    private static final String MESSAGES = "mpi/";

    /** The JVM refuses a class of another name than it asked for, and tells that name. */
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
            System.err.println("rmi4mpi: class " + name.replace('/', '.') + " could not be rewritten, and runs as it is: " + e);
            return null;
        }
    }

    /** Our classes are on the class path: a loader that does not ask it cannot link what is rewritten. */
    private boolean seesUs(ClassLoader loader, String text) {
        for (ClassLoader l = loader; l != null; l = l.getParent()) {
            if (l == ClassLoader.getSystemClassLoader()) {
                return true;
            }
        }
        if (text.contains("java/rmi/") && apart.add(loader)) {
            System.err.println("rmi4mpi: the classes of " + loader + " use the JDK's RMI: their loader does not delegate to"
                    + " that of the class path, where ours is");
        }
        return false;
    }
}

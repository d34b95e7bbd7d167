package org.rmi4mpi.agent;

import java.lang.instrument.ClassFileTransformer;
import java.nio.charset.StandardCharsets;
import java.security.ProtectionDomain;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/** Rewrites the classes of the program: those of the class path, but ours. Stateless, but for what it has told. */
final class ProgramTransformer implements ClassFileTransformer {
    /** Ours, and what the JDK makes at run time. */
    private static final Pattern NOT_OF_PROGRAM = Pattern.compile(
            "(org/rmi4mpi/(agent|bridge|dispatch|launch|ref|rmi|serial|shaded|transport|wire)|java|jdk|sun|com/sun/proxy)/.*"
            + "|mpi/[^/]*");

    private final Set<ClassLoader> apart = ConcurrentHashMap.newKeySet();

    @Override
    public byte[] transform(
            Module module, ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain, byte[] bytes) {
        if (module.isNamed() || loader == null || name == null || NOT_OF_PROGRAM.matcher(name).matches()) {
            return null;
        }
        String text = new String(bytes, StandardCharsets.ISO_8859_1);
        if (!ClassRewriter.mayConcern(text) || !seesUs(loader, text)) {
            return null;
        }
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

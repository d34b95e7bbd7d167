package org.rmi4mpi.serial;

import java.util.Iterator;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Finds the class loader that the JDK's reader would use: the loader of the nearest caller that is neither of the
 * platform nor of rmi4mpi, whose place in a program is that of the platform. Stateless.
 */
public final class CallerLoader {
    /** With hidden frames, since a lambda of the program is one. */
    private static final StackWalker WALKER = StackWalker.getInstance(
            Set.of(StackWalker.Option.RETAIN_CLASS_REFERENCE, StackWalker.Option.SHOW_HIDDEN_FRAMES));
    private static final ClassLoader OURS = CallerLoader.class.getClassLoader();
    private static final String PARENT_PACKAGE = "org.rmi4mpi.";
    private static final Set<String> OUR_PACKAGES = Set.of("mpi", "jpvm", "org.rmi4mpi.bridge", "org.rmi4mpi.dispatch",
            "org.rmi4mpi.gateway",
            "org.rmi4mpi.jpvm", "org.rmi4mpi.jpvm.group", "org.rmi4mpi.jpvm.mail", "org.rmi4mpi.jpvm.pack",
            "org.rmi4mpi.jpvm.rewrite", "org.rmi4mpi.jpvm.task", "org.rmi4mpi.launch", "org.rmi4mpi.message",
            "org.rmi4mpi.message.collective", "org.rmi4mpi.message.data", "org.rmi4mpi.message.file",
            "org.rmi4mpi.message.window", "org.rmi4mpi.ref", "org.rmi4mpi.ref.collect", "org.rmi4mpi.ref.stub",
            "org.rmi4mpi.rmi", "org.rmi4mpi.serial", "org.rmi4mpi.share", "org.rmi4mpi.transport",
            "org.rmi4mpi.transport.local",
            "org.rmi4mpi.transport.mpi", "org.rmi4mpi.wire");
    /** The JDK's classes that call methods for reflection have loaders of their own. */
    private static final String REFLECTION = "jdk.internal.reflect";

    private CallerLoader() {}

    /** Walks the stack. This takes a microsecond or more, depending on how many frames of ours it has to pass. */
    public static ClassLoader find() {
        return WALKER.walk(CallerLoader::nearest);
    }

    private static ClassLoader nearest(Stream<StackWalker.StackFrame> frames) {
        for (Iterator<StackWalker.StackFrame> each = frames.iterator(); each.hasNext();) {
            Class<?> type = each.next().getDeclaringClass();
            if (!isOfPlatform(type.getClassLoader()) && !isOurs(type) && !type.getPackageName().equals(REFLECTION)) {
                return type.getClassLoader();
            }
        }
        return ClassLoader.getSystemClassLoader();
    }

    /** Whether a class is part of rmi4mpi. */
    public static boolean isOurs(Class<?> type) {
        return type.getClassLoader() == OURS && OUR_PACKAGES.contains(type.getPackageName());
    }

    /**
     * Finds a class of rmi4mpi, which every message may name, whatever its loader sees. Returns null if the name is
     * that of no such class.
     */
    static Class<?> findOurs(String name) {
        int start = name.lastIndexOf('[') + 1;
        start += start > 0 && name.startsWith("L", start) ? 1 : 0;
        if (!name.startsWith(PARENT_PACKAGE, start)
                || !OUR_PACKAGES.contains(name.substring(start, name.lastIndexOf('.')))) {
            return null;
        }
        try {
            return Class.forName(name, false, OURS);
        } catch (ClassNotFoundException e) {
            return null;
        }
    }

    /** Whether all loaders share the class of this name: only the platform may define packages that begin with java. */
    static boolean isOfAll(String name) {
        int dimensions = name.lastIndexOf('[') + 1;
        return dimensions == 0 ? name.startsWith("java.")
                : name.length() == dimensions + 1 || name.startsWith("Ljava.", dimensions);
    }

    static boolean isOfPlatform(ClassLoader loader) {
        return loader == null || loader == ClassLoader.getPlatformClassLoader();
    }
}

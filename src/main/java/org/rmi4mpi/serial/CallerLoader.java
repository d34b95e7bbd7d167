package org.rmi4mpi.serial;

import java.util.Iterator;
import java.util.stream.Stream;

/** The class loader that the JDK's reader would take: that of the nearest caller which is none of the platform's. */
final class CallerLoader {
    private static final StackWalker WALKER = StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);
    private static final String OWN_PACKAGE = CallerLoader.class.getPackageName();

    private CallerLoader() {}

    /** Takes a microsecond or more, by how many calls of the stream are between. */
    static ClassLoader find() {
        return WALKER.walk(CallerLoader::nearest);
    }

    private static ClassLoader nearest(Stream<StackWalker.StackFrame> frames) {
        for (Iterator<StackWalker.StackFrame> each = frames.iterator(); each.hasNext(); ) {
            Class<?> type = each.next().getDeclaringClass();
            ClassLoader loader = type.getClassLoader();
            if (!isOfPlatform(loader) && !type.getPackageName().equals(OWN_PACKAGE)) {
                return loader;
            }
        }
        return ClassLoader.getSystemClassLoader();
    }

    /** Whether all loaders have the same class of the name: one of a package java, which none but the platform may define. */
    static boolean isOfAll(String name) {
        int dimensions = name.lastIndexOf('[') + 1;
        return dimensions == 0 ? name.startsWith("java.")
                : name.length() == dimensions + 1 || name.startsWith("Ljava.", dimensions);
    }

    static boolean isOfPlatform(ClassLoader loader) {
        return loader == null || loader == ClassLoader.getPlatformClassLoader();
    }
}

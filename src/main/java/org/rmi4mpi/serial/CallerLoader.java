package org.rmi4mpi.serial;

import java.util.Iterator;
import java.util.stream.Stream;

/** Finds the class loader that the JDK's reader would use: the loader of the nearest caller outside the platform. */
final class CallerLoader {
    private static final StackWalker WALKER = StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);
    private static final String OWN_PACKAGE = CallerLoader.class.getPackageName();

    private CallerLoader() {}

    /** Walks the stack. This takes a microsecond or more, depending on how many frames of the stream it has to pass. */
    static ClassLoader find() {
        return WALKER.walk(CallerLoader::nearest);
    }

    private static ClassLoader nearest(Stream<StackWalker.StackFrame> frames) {
        for (Iterator<StackWalker.StackFrame> each = frames.iterator(); each.hasNext();) {
            Class<?> type = each.next().getDeclaringClass();
            ClassLoader loader = type.getClassLoader();
            if (!isOfPlatform(loader) && !type.getPackageName().equals(OWN_PACKAGE)) {
                return loader;
            }
        }
        return ClassLoader.getSystemClassLoader();
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

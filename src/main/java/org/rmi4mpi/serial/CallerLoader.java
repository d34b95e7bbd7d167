package org.rmi4mpi.serial;

/** The class loader that the JDK's reader would take: that of the nearest caller which is none of the platform's. */
final class CallerLoader {
    private static final StackWalker WALKER = StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);

    private CallerLoader() {}

    static ClassLoader find() {
        return WALKER.walk(frames -> frames.map(StackWalker.StackFrame::getDeclaringClass)
                .filter(type -> type.getPackage() != CallerLoader.class.getPackage())
                .map(Class::getClassLoader)
                .filter(loader -> loader != null && loader != ClassLoader.getPlatformClassLoader())
                .findFirst()
                .orElseGet(ClassLoader::getSystemClassLoader));
    }
}

package org.rmi4mpi.bridge;

/** The JVM's signal handlers, which libraries beneath MPI replace as they are loaded and initialised. */
final class Signals {
    private Signals() {}

    /** Before MPI's library is loaded. */
    static void keep() {
        keep0();
    }

    /** After MPI's library was loaded, and after it was initialised. */
    static void restore() {
        restore0();
    }

    private static native void keep0();

    private static native void restore0();
}

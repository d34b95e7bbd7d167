package org.rmi4mpi.bridge;

/** Preserves the JVM's signal handlers. Libraries below MPI replace them when they are loaded and initialised. */
final class Signals {
    private Signals() {}

    /** Saves the handlers. Called before MPI's library is loaded. */
    static void keep() {
        keep0();
    }

    /** Restores the handlers. Called after MPI's library was loaded, and after it was initialised. */
    static void restore() {
        restore0();
    }

    private static native void keep0();

    private static native void restore0();
}

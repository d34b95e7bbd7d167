package org.rmi4mpi.ref;

/** Calls the methods of one remote interface by their numbers; generated, or by reflection. Stateless. */
public abstract class Skeleton {
    /**
     * Reads the arguments, those of primitive types first; then {@link IncomingCall#argumentsRead}; then calls the method,
     * and gives its result to the call.
     */
    public abstract void call(int method, Object target, IncomingCall call) throws Throwable;
}

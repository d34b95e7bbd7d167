package org.rmi4mpi.ref.stub;

/** Calls the methods of one remote interface by their numbers. Generated, or based on reflection. Stateless. */
public abstract class Skeleton {
    /**
     * Reads the arguments, primitive ones first. Then calls {@link IncomingCall#endArguments}, then the method. Then
     * puts the result into the call.
     */
    public abstract void call(int method, Object target, IncomingCall call) throws Throwable;
}

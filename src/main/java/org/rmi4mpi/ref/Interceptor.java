package org.rmi4mpi.ref;

import java.rmi.RemoteException;

/**
 * Sees the calls that a rank makes and serves. Uses are logs, measurements, trace ids and permissions.
 * Thread-safe. Runs on the thread of the call. A batch is one call at its caller, and several calls at the callee.
 */
public interface Interceptor {
    /**
     * Called at the caller, before the arguments are written. May add to the metadata.
     *
     * @throws RemoteException to refuse the call
     */
    default void calling(CallInfo call) throws RemoteException {}

    /**
     * Called at the caller, when the reply has come or the call has failed. For a one-way call, called when it has been
     * sent.
     *
     * @param thrown the exception that the caller sees; null for none
     */
    default void called(CallInfo call, Throwable thrown) {}

    /**
     * Called at the callee, before the arguments are read.
     *
     * @throws RemoteException to refuse the call; the caller sees it in a ServerException
     */
    default void serving(CallInfo call) throws RemoteException {}

    /**
     * Called at the callee, when the method has returned.
     *
     * @param thrown the exception of the method, or the exception by which the arguments could not be read or the
     *     result not be written; null for none
     */
    default void served(CallInfo call, Throwable thrown) {}
}

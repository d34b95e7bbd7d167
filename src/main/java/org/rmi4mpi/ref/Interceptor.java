package org.rmi4mpi.ref;

import java.rmi.RemoteException;

/**
 * Sees the calls that a rank makes and serves: for log lines, measurements, trace ids, permission. Called by many threads at
 * once, on that of the call. A batch is one call at its caller, and as many at the object's rank.
 */
public interface Interceptor {
    /**
     * At the caller, before the arguments are written. May add to the metadata.
     *
     * @throws RemoteException where the call is not to be made
     */
    default void calling(CallInfo call) throws RemoteException {}

    /**
     * At the caller, when the reply is there, or the call has failed; of a one-way call when it has been sent.
     *
     * @param thrown what the caller sees; null for none
     */
    default void called(CallInfo call, Throwable thrown) {}

    /**
     * At the object's rank, before the arguments are read.
     *
     * @throws RemoteException where the method is not to be called; the caller sees it in a ServerException
     */
    default void serving(CallInfo call) throws RemoteException {}

    /**
     * At the object's rank, when the method has returned.
     *
     * @param thrown by the method, or since arguments or result could not travel; null for none
     */
    default void served(CallInfo call, Throwable thrown) {}
}

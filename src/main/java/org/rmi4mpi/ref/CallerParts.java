package org.rmi4mpi.ref;

import org.rmi4mpi.dispatch.Dispatcher;

/**
 * What the call objects of all threads of a rank are made from.
 *
 * @param served runs calls of this rank to itself
 */
record CallerParts(Marshaller marshaller, Dispatcher dispatcher, Interceptors interceptors, JdkResponseTimeout timeout,
        RankNames names, AsyncCallTable asyncs, ServedCalls served) {}

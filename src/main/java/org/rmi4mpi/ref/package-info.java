/**
 * The reference layer, as KaRMI named it. It exports objects, turns calls into requests, runs the requests that arrive,
 * turns replies into results and exceptions, and collects exported objects. It behaves as the JDK's {@code
 * sun.rmi.server} does.
 *
 * <p>Called by the facades. Calls are made on any thread; requests are handled on threads of the dispatcher's crew.
 * Generated stubs and skeletons call this package without boxing.
 */
package org.rmi4mpi.ref;

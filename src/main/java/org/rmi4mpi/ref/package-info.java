/**
 * The reference layer, as KaRMI named it. It exports objects, turns calls into requests, runs the requests that
 * arrive, turns replies into results and exceptions, and collects exported objects. It behaves as the JDK's {@code
 * sun.rmi.server} does.
 *
 * <p>At the caller a stub begins an {@link org.rmi4mpi.ref.stub.OutgoingCall}, which a {@code RequestWriter} writes and a
 * {@code ReplyReader} ends. At the object's rank the {@code CallServer} runs each request as a {@code ServedCall}, and
 * answers it in any case. docs/design/calls.md follows a call.
 *
 * <p>Called by the facades. Calls are made on any thread. Requests are handled on threads of the dispatcher's crew.
 */
package org.rmi4mpi.ref;

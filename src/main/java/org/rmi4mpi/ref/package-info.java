/**
 * The reference layer, as KaRMI named it: which objects are exported, what a reference to one is, how a call
 * becomes a request, what the caller sees of what happened, and how long objects live. Behaves as the JDK's
 * {@code sun.rmi.server} does.
 *
 * <p>Called by the facades. Invocations come on any thread; requests are handled on threads of the dispatcher's
 * crew. Stubs and skeletons are generated, and call this package without boxing.
 */
package org.rmi4mpi.ref;

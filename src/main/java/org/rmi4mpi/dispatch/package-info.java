/**
 * The dispatcher: one per rank. It receives frames, runs the calls among them, and gives each reply to
 * the thread that waits for it.
 *
 * <ul>
 *   <li>One poller a rank: whoever holds the poll lock takes arrived frames off the transport. A thread
 *       that waits polls for itself; the dispatcher thread does where nobody else is awake.
 *   <li>User methods run on worker threads, one a call, never on a thread that waits: Java's monitors are
 *       reentrant, so that a call served by a waiting thread would enter what that thread has locked.
 *   <li>An idle rank sleeps in growing steps.
 * </ul>
 *
 * <p>Called by {@link org.rmi4mpi.ref}, which implements {@link org.rmi4mpi.dispatch.RequestHandler}. No lock
 * is held while a request is handled.
 */
package org.rmi4mpi.dispatch;

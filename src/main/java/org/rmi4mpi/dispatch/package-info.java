/**
 * The dispatcher: one per rank. It receives frames, has the calls among them run, and gives each reply to the thread that
 * waits for it.
 *
 * <ul>
 *   <li>One poller a rank: whoever holds the poll lock takes arrived frames off the transport. A thread that waits polls
 *       for itself; the crew does where nobody else is awake.
 *   <li>User methods run on threads of the {@link org.rmi4mpi.dispatch.Crew}, with no user frames beneath, never on a thread
 *       that waits: Java's monitors are reentrant, so that a call served there would enter what that thread has locked.
 *   <li>One thread of the crew leads: it runs each request at once, in their order. It gives the lead up where a method
 *       waits, and loses it where a method is long.
 *   <li>A rank whose threads all sleep has said so; who sends to it rings.
 * </ul>
 *
 * <p>Called by {@link org.rmi4mpi.ref}, which implements {@link org.rmi4mpi.dispatch.CallRunner}. No lock is held while a
 * method runs. On the path of a small call nothing is allocated, and nobody is woken.
 */
package org.rmi4mpi.dispatch;

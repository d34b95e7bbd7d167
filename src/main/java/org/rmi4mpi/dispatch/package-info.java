/**
 * The dispatcher: one per rank. It receives frames, has the calls among them run, and gives each reply to the thread that
 * waits for it. Each class has one part of that, and knows those above it in this list alone. When the rank sleeps, and which
 * thread rings, is {@link org.rmi4mpi.transport.RankBell}'s.
 *
 * <ul>
 *   <li>{@link org.rmi4mpi.dispatch.Lead}: which thread of the crew takes requests, one at most.
 *   <li>{@link org.rmi4mpi.dispatch.PipelinedCalls}, {@link org.rmi4mpi.dispatch.PendingCalls}: calls that nobody waits for, and
 *       those that threads wait for.
 *   <li>{@link org.rmi4mpi.dispatch.Inbox}: takes frames off the transport, one thread at a time, under the
 *       {@link org.rmi4mpi.dispatch.PollLock}; requests wait in a {@link org.rmi4mpi.dispatch.RequestQueue}.
 *   <li>{@link org.rmi4mpi.dispatch.WaitPolicy} has the numbers, {@link org.rmi4mpi.dispatch.IdleStrategy} spins, yields and says
 *       when to sleep, {@link org.rmi4mpi.dispatch.Cores} knows whether others want the cores.
 *   <li>{@link org.rmi4mpi.dispatch.ReplyWaits}, {@link org.rmi4mpi.dispatch.MessageWaits}: threads that wait. They poll for
 *       themselves, and leave that to the crew when they sleep.
 *   <li>{@link org.rmi4mpi.dispatch.Crew}: the threads that run user methods, with no user frames beneath. Threads that wait run
 *       none: Java's monitors are reentrant, so that a call served there would enter what that thread has locked.
 *   <li>{@link org.rmi4mpi.dispatch.Dispatcher}: all of it, for the layer above.
 * </ul>
 *
 * <p>Called by {@link org.rmi4mpi.ref}, which implements {@link org.rmi4mpi.dispatch.CallRunner}. No lock is held while a
 * method runs. On the path of a small call nothing is allocated, and nobody is woken.
 */
package org.rmi4mpi.dispatch;

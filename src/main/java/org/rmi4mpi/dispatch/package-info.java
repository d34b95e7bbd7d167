/**
 * The dispatcher, one per rank. It receives frames, runs the calls among them, and gives each reply to the waiting
 * thread. Each class has one part of this, and depends only on classes earlier in this list. {@link
 * org.rmi4mpi.transport.RankBell} decides when the rank sleeps and which thread is rung.
 *
 * <ul>
 *   <li>{@link org.rmi4mpi.dispatch.Lead}: the lead of the crew. At most one thread holds it. That thread polls for
 *       requests and runs them.
 *   <li>{@link org.rmi4mpi.dispatch.PendingCalls}: the calls that threads wait for.
 *   <li>{@link org.rmi4mpi.dispatch.PipelinedCalls}: flow control and ordering of the calls for which no thread waits.
 *   <li>{@link org.rmi4mpi.dispatch.Inbox}: takes frames off the transport. One thread at a time does so, under the
 *       {@link org.rmi4mpi.dispatch.PollLock}. A {@link org.rmi4mpi.dispatch.FrameRouter} gives each frame to its
 *       receiver. Requests wait in a {@link org.rmi4mpi.dispatch.RequestQueue}.
 *   <li>{@link org.rmi4mpi.dispatch.WaitPolicy}: how often threads poll, and how long they sleep. {@link
 *       org.rmi4mpi.dispatch.IdleStrategy} spins, yields, and decides when to sleep. {@link org.rmi4mpi.dispatch.Cores} detects contended cores.
 *   <li>{@link org.rmi4mpi.dispatch.ReplyWaits}, {@link org.rmi4mpi.dispatch.MessageWaits}: waiting threads. They poll
 *       for themselves at first, and leave polling to the crew when they sleep.
 *   <li>{@link org.rmi4mpi.dispatch.Crew}: the threads that run user methods, with no user frames beneath. Waiting
 *       threads run none: Java's monitors are reentrant, so a call served on a waiting thread could enter monitors that
 *       this thread holds. {@link org.rmi4mpi.dispatch.Rest} decides when a resting thread takes the lead.
 *   <li>{@link org.rmi4mpi.dispatch.Dispatcher}: the interface to the layer above. {@link
 *       org.rmi4mpi.dispatch.Watchdogs} watch over its calls, and {@link org.rmi4mpi.dispatch.Quiescence} waits until
 *       they have ended.
 * </ul>
 *
 * <p>Called by {@link org.rmi4mpi.ref}, which implements {@link org.rmi4mpi.dispatch.CallRunner}. No lock is held while
 * a method runs. The path of a small call allocates nothing and wakes no thread.
 */
package org.rmi4mpi.dispatch;

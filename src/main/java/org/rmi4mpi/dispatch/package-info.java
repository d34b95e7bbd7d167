/**
 * The dispatcher, one per rank. It receives frames, runs the calls among them, and gives each reply to the thread that
 * waits for it. {@link org.rmi4mpi.dispatch.Dispatcher} is the interface to the layer above.
 *
 * <p>One thread at a time takes frames off the transport, under the {@link org.rmi4mpi.dispatch.PollLock} of the
 * {@link org.rmi4mpi.dispatch.Inbox}. User methods run on the {@link org.rmi4mpi.dispatch.Crew}, with no user frames
 * beneath. Threads that wait run none: Java's monitors are reentrant, so a call served on a waiting thread could enter
 * monitors that this thread holds. Waiting threads poll for themselves at first, and leave polling to the crew when
 * they sleep. At most one thread of the crew holds the {@link org.rmi4mpi.dispatch.Lead}: it polls for requests and
 * runs them. Where a program of {@code --rmi} makes locks, {@code CallerBindings} gives the calls of a client's thread to
 * one thread of the crew.
 * docs/design/waiting.md has the rules and the numbers.
 *
 * <p>Called by {@code ref}, which implements {@link org.rmi4mpi.dispatch.CallRunner}, and by {@code jpvm} for mail.
 * Any thread may call. No lock is held while a method runs. The path of a small call allocates nothing and wakes no
 * thread.
 */
package org.rmi4mpi.dispatch;

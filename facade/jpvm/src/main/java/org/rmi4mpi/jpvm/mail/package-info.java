/**
 * The mail of tasks: messages from one endpoint to another, on the same rank or on two.
 *
 * <p>The {@link PostOffice} of a rank sends messages, and gives those that arrive to the mailbox of an
 * {@link Endpoint}. It runs no user code, so any thread that polls may deliver mail. A task's thread waits for mail as it
 * waits for the reply to a call. The receiver bounds the memory for mail that nobody has received: a sender asks it
 * for room first.
 *
 * <p>Internal. Called by package jpvm, and by the packages above, {@code group} and {@code task}. Tasks' threads send and
 * receive; polling threads, under the poll lock, deliver.
 */
package org.rmi4mpi.jpvm.mail;

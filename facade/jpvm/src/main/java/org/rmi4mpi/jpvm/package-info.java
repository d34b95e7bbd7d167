/**
 * JPVM on the ranks of an MPI job: spawned tasks and their mail.
 *
 * <ul>
 *   <li>A {@link org.rmi4mpi.jpvm.Task} is a main class with its own statics, threads and output. Several tasks share a
 *       rank. Its {@link org.rmi4mpi.jpvm.Endpoint}s are the environments that it has constructed, each with a port and
 *       a mailbox.
 *   <li>The {@link org.rmi4mpi.jpvm.PostOffice} of a rank sends mail ({@link org.rmi4mpi.jpvm.OutgoingMail}).
 *       {@link org.rmi4mpi.jpvm.Arrivals} puts mail of other ranks into mailboxes. It runs no user code, so any polling
 *       thread delivers mail. A thread waits for mail as it waits for the reply to a call.
 *   <li>The receiver bounds the memory for mail: {@link org.rmi4mpi.jpvm.MailRoom}.
 *   <li>Ranks start and end each other's tasks by remote calls: {@link org.rmi4mpi.jpvm.RankPool}.
 * </ul>
 *
 * <p>Package jpvm is JPVM's API on top of this package. Programs do not use this package directly.
 */
package org.rmi4mpi.jpvm;

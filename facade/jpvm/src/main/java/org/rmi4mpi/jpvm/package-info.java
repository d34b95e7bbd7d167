/**
 * JPVM on the ranks of an MPI job: tasks that are spawned, and their mail.
 *
 * <ul>
 *   <li>A {@link org.rmi4mpi.jpvm.Task} is a main class with statics, threads and output of its own; several share a
 *       rank. Its {@link org.rmi4mpi.jpvm.Endpoint}s are the environments that it has constructed, each with a number
 *       and a mailbox.
 *   <li>The {@link org.rmi4mpi.jpvm.PostOffice} of a rank sends mail, and puts what arrives into mailboxes: whoever
 *       polls does that, since there is no user code in it. A thread that waits for mail waits as one does that waits
 *       for a call.
 *   <li>Memory is bounded at the receiver: {@link org.rmi4mpi.jpvm.MailRoom}.
 *   <li>The ranks ask each other to start and to end tasks by remote calls: {@link org.rmi4mpi.jpvm.RankPool}.
 * </ul>
 *
 * <p>Package jpvm has nothing but the face of this, in JPVM's spelling. No program calls this package itself.
 */
package org.rmi4mpi.jpvm;

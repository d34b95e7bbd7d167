/**
 * The tasks of one rank: programs that share its JVM.
 *
 * <p>A {@link Task} is a main class with its own statics, threads and output. It has its statics by a class loader of its
 * own, and its threads by a thread group. Rewritten classes call {@link TaskCalls} instead of methods that concern the
 * whole process. Each {@link Environment} that a task has constructed has a port and a mailbox.
 *
 * <p>Internal. Called by package jpvm, by {@code org.rmi4mpi.jpvm}, and by rewritten classes, on the threads of tasks,
 * and by remote calls of other ranks.
 */
package org.rmi4mpi.jpvm.task;

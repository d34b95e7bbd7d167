/**
 * JPVM on the ranks of an MPI job: tasks, where they run, and how they end.
 *
 * <p>A {@link org.rmi4mpi.jpvm.Task} is a main class with its own statics, threads and output. Several tasks share a
 * rank. Each {@link org.rmi4mpi.jpvm.Environment} that it has constructed has a port and a mailbox. Ranks start and
 * end each other's tasks by remote calls ({@link org.rmi4mpi.jpvm.RankPool}). Rank 0 runs the program's main, or the
 * console, and decides when the job is over.
 *
 * <p>The rooms beneath do not know tasks: {@code mail} has messages, {@code pack} their contents, {@code group} groups
 * of tasks, and {@code rewrite} the class files of the program. Package jpvm is JPVM's API on top. Programs do not use
 * these packages directly.
 */
package org.rmi4mpi.jpvm;

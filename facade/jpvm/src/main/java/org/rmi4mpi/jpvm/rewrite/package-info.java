/**
 * Class files of the program, rewritten so that tasks can share a JVM.
 *
 * <p>A task may call System.exit, and read System.out, as if the JVM were its own. {@link ProgramClasses} reads each
 * class file once for each rank, and replaces such calls by calls of {@code TaskCalls}, which find the task. It also
 * makes handlers of exceptions pass the end of a task on.
 *
 * <p>Internal. Called by the class loaders of tasks, on any thread.
 */
package org.rmi4mpi.jpvm.rewrite;

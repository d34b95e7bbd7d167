/**
 * The ranks of a job as one pool for tasks of JPVM: where a task starts, how it is found and killed, and when the job is
 * over.
 *
 * <p>Each rank offers a {@link RankPool} to the others, for its own tasks. A {@link Pool} asks those of all ranks. Rank 0
 * runs the program's main, or the console, and decides when the job ends.
 *
 * <p>The packages below do not know of this: {@code task} runs tasks, {@code mail} has their messages, {@code pack} what
 * these hold, {@code group} groups of tasks, and {@code rewrite} the class files of the program.
 *
 * <p>Internal. Package jpvm is the API that programs see. Used by any thread.
 */
package org.rmi4mpi.jpvm;

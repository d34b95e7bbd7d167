/**
 * {@code rmi4mpirun --why}: what the ranks of a job wait for, and why it hangs.
 *
 * <p>A process that asks ({@link org.rmi4mpi.why.Why}) sends the ranks of its node a signal. Each rank writes its answer to
 * a file ({@link org.rmi4mpi.why.RankAnswers}), on a thread that exists only for that. So a rank does nothing, and opens
 * nothing, until somebody asks, and it answers whatever its other threads do. A rank that is stopped does not answer, and is
 * named. The asking process joins the answers: {@link org.rmi4mpi.why.JobGraph} has an edge from each thread that waits to
 * those it waits for, {@link org.rmi4mpi.why.Causes} finds what is wrong in it, and {@link org.rmi4mpi.why.TextReport} and
 * {@link org.rmi4mpi.why.JsonReport} write it.
 */
package org.rmi4mpi.why;

/**
 * Groups of tasks: their members, barriers, and collective operations.
 *
 * <p>Rank 0 keeps the members of all groups, behind a remote interface ({@link GroupService}). The {@link Groups} of
 * an environment ask it, and exchange the data of reduce, gather and scatter as mail of a context of its own, which a
 * program's receives do not see.
 *
 * <p>Internal. Called by package jpvm, on the threads of tasks.
 */
package org.rmi4mpi.jpvm.group;

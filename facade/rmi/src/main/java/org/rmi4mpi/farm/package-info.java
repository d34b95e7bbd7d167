/**
 * Tasks at ranks: lambdas that run at a rank ({@link org.rmi4mpi.farm.AtRank}), and an executor over ranks ({@link
 * org.rmi4mpi.farm.RankExecutor}). Programs get both from {@code org.rmi4mpi.rmi.Ranks}.
 *
 * <p>Each rank has one {@link org.rmi4mpi.farm.Workers}, a well-known remote object that takes the tasks of all executors.
 * The executor lives at the rank that submits. It knows what it has sent to each rank, keeps some tasks waiting there so
 * that no worker runs dry, and takes back what waits at a busy rank when another one is idle. So ranks agree on nothing,
 * and any rank may have executors.
 *
 * <p>Tasks run on threads of their own, without frames of the program beneath. Futures complete on threads of the crew.
 */
package org.rmi4mpi.farm;

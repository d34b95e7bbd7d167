/**
 * Tokens that ranks pass on: each method, or task, sends the next message and does not wait. {@link
 * org.rmi4mpi.bench.token.TokenJobs} starts the programs, {@link org.rmi4mpi.bench.token.Tokens} passes them by one-way
 * calls, and {@link org.rmi4mpi.bench.token.TaskTokens} by the sends of JPVM.
 */
package org.rmi4mpi.bench.token;

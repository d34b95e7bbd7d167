/**
 * Start and end of a rank.
 *
 * <ul>
 *   <li>{@link org.rmi4mpi.launch.RankMain}: the main class that the launcher starts on each rank. It runs the main
 *       of the program.
 *   <li>{@link org.rmi4mpi.launch.Options}: all options, with their defaults.
 *   <li>{@link org.rmi4mpi.launch.RankRuntime}: creates the layers of the rank at MPI.Init, and stops them at
 *       MPI.Finalize.
 *   <li>{@link org.rmi4mpi.launch.RankEnd}, {@link org.rmi4mpi.launch.ImplicitEnd}: the end of a program that fails, or
 *       that leaves MPI.Finalize out. {@link org.rmi4mpi.launch.Termination}: the end by SIGTERM.
 *   <li>{@link org.rmi4mpi.launch.RmiProgram}, {@link org.rmi4mpi.launch.JpvmProgram}: programs of {@code --rmi} and
 *       {@code --jpvm}.
 * </ul>
 *
 * <p>The facades call this package, and implement its interfaces. {@link org.rmi4mpi.launch.RankRuntime} runs on the
 * thread that calls MPI.Init or MPI.Finalize. The other classes run there, too, and on threads that end the JVM.
 */
package org.rmi4mpi.launch;

/**
 * Start and end of a rank. {@link org.rmi4mpi.launch.RankMain} is the main class that the launcher starts on each
 * rank, and runs the program's main. {@link org.rmi4mpi.launch.RankRuntime} creates the layers of the rank in
 * MPI.Init, and stops them in MPI.Finalize. {@link org.rmi4mpi.launch.RankEnd} handles all other ends. {@link
 * org.rmi4mpi.launch.Options} has every option, with its default.
 *
 * <p>The facades call this package. They implement {@link org.rmi4mpi.launch.ProgramListener} for programs of {@code
 * --rmi}, and {@link org.rmi4mpi.launch.TaskPool} for those of {@code --jpvm}. The code runs on the thread that calls
 * main, MPI.Init or MPI.Finalize, and on threads that end the JVM.
 */
package org.rmi4mpi.launch;

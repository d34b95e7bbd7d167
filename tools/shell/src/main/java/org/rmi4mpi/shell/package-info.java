/**
 * The JDK's shell, JShell, at rank 0 of a job ({@code rmi4mpirun --shell}). What is declared there travels to the other ranks by
 * {@code --share-classes}. {@link org.rmi4mpi.shell.Shell} is the main class, and {@link org.rmi4mpi.shell.JobNames} what its lines
 * may call.
 */
package org.rmi4mpi.shell;

/**
 * How a rank starts and ends: the launcher's main class, the options, the runtime that joins the job at
 * MPI.Init and leaves it at MPI.Finalize, and what happens when a program fails in between.
 */
package org.rmi4mpi.launch;

/**
 * Start and end of a rank: the launcher's main class, the options, the runtime that joins the job at MPI.Init and
 * leaves it at MPI.Finalize, and the handling of a program that fails in between.
 */
package org.rmi4mpi.launch;

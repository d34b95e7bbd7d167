/** Tests of single classes of the start and end of a rank, whose package they share. */
package org.rmi4mpi.launch;

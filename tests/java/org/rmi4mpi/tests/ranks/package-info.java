/** Tests that run under mpirun, on any number of ranks: every rank runs every test. */
package org.rmi4mpi.tests.ranks;

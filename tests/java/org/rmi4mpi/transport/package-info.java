/** Tests of the bell's protocol, whose package they share. */
package org.rmi4mpi.transport;

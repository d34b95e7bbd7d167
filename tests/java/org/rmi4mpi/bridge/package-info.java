/** Tests of single classes of the bridge, whose package they share. */
package org.rmi4mpi.bridge;

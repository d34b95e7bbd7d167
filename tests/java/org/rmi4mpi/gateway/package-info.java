/** Tests of single classes of the gateway, whose package they share. */
package org.rmi4mpi.gateway;

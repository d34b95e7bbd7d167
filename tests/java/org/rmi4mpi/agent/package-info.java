/** Tests of single classes of the agent, whose package they share. */
package org.rmi4mpi.agent;

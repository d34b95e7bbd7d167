/** Calls of a job from outside, beside those of a server of the JDK's RMI: {@link org.rmi4mpi.bench.gateway.GatewayJobs}. */
package org.rmi4mpi.bench.gateway;

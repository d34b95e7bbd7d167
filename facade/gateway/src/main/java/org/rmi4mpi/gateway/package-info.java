/**
 * Calls between a job and programs outside of it that use the JDK's java.rmi. One rank has the gateway. It exports objects of the
 * job by the JDK's own RMI, and objects outside by that of the job. Nothing of JRMP is written here.
 *
 * <p>{@link org.rmi4mpi.gateway.Gateway} is all that programs use. A reference crosses in one place: {@code Crossing} knows for
 * each object of a rank the object that stands for it outside, and the reverse. Whatever arrives from outside passes, in this order,
 * the limits of its connection ({@code Connection}), the filter of what it names ({@code SignatureFilter}), and the rules
 * ({@link org.rmi4mpi.gateway.Authorizer}). Calls from outside run on the threads of the JDK's connections, and wait there for
 * the reply of the rank.
 */
package org.rmi4mpi.gateway;

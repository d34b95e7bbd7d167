/**
 * RMI programs without source changes: a Java agent that replaces JDK classes by ours in class files as they load, for
 * {@code rmi4mpirun --rmi}. It names the classes of {@code org.rmi4mpi.rmi} in byte code only. It runs on the thread
 * that loads a class; no code here is hot.
 */
package org.rmi4mpi.agent;

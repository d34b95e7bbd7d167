/**
 * Programs that exist: a Java agent that puts our classes in place of the JDK's in class files as they load, for {@code
 * rmi4mpirun --rmi}. Names the classes of {@code org.rmi4mpi.rmi} in byte code only. Runs on whichever thread loads a
 * class; nothing here is hot.
 */
package org.rmi4mpi.agent;

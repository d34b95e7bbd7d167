/**
 * {@code make bench-call} and {@code make bench-quick}: remote calls beside C's messages of as many bytes, and beside
 * JDK RMI over loopback with the same interfaces and objects.
 *
 * <p>A {@link org.rmi4mpi.bench.call.Situation} starts groups of processes: ranks of ours, JVMs with JDK RMI, a C
 * program. A member ({@link org.rmi4mpi.bench.call.Member}) does what it is told over a socket ({@link
 * org.rmi4mpi.bench.call.MemberCommands}); so all groups live at the same time, warm, and are measured in short turns,
 * round after round. All others are stopped by a signal meanwhile ({@link org.rmi4mpi.bench.call.Group}): a group that
 * waits takes nothing from the one that is measured. Comparisons are of one round, and tables have their medians.
 *
 * <p>A row has a {@link org.rmi4mpi.bench.call.Bar}, what the call is to reach, which is always relative to the others
 * of the run where one of them can be.
 */
package org.rmi4mpi.bench.call;

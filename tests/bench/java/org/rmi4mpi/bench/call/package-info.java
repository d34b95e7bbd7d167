/**
 * {@code make bench-call} and {@code make bench-quick}: remote calls beside C's messages of the same lengths, and
 * beside JDK RMI over loopback with the same interfaces and objects.
 *
 * <p>A {@link org.rmi4mpi.bench.rows.Situation} starts groups of processes: ranks of ours, JVMs with JDK RMI, a C
 * program. {@link org.rmi4mpi.bench.call.CallSituations} lists the situations, and each of these classes defines its rows. A member ({@link org.rmi4mpi.bench.call.Member}) follows commands over a socket ({@link
 * org.rmi4mpi.bench.call.MemberCommands}). So all groups live and stay warm at the same time, and are measured in short
 * turns, round after round. A signal stops all other groups meanwhile ({@link org.rmi4mpi.bench.call.Group}), so that a
 * group that waits takes nothing from the one that is measured. Comparisons are made within a round, and tables have
 * their medians.
 *
 * <p>A row has a target, its {@link org.rmi4mpi.bench.rows.Bar}. It is relative to the other systems of the run if one
 * of them can make the same call.
 */
package org.rmi4mpi.bench.call;

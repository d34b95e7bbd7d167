/**
 * {@code rmi4mpirun --monitor PORT}: a page of the running job, and JSON for programs.
 *
 * <p>Each rank counts its calls ({@link org.rmi4mpi.monitor.MonitorProbe}), and tells its state when it is asked. Rank 0 serves the
 * page ({@link org.rmi4mpi.monitor.PageServer}) on the loopback interface, to those who know a token. It asks the ranks while
 * somebody looks, once a second at most. Its threads are daemons of rank 0.
 *
 * <p>These classes have a class loader of their own, with their libraries: see {@code org.rmi4mpi.launch.RankObserver}.
 */
package org.rmi4mpi.monitor;

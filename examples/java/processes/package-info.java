/**
 * The common half of examples e14 to e18. They are programs of {@code java.rmi}, which run as ranks of {@code rmi4mpirun
 * --rmi}, or as JVMs on the JDK's RMI: {@link processes.Processes} finds their objects, {@link processes.Comparison}
 * compares them with a sequential program.
 * {@link processes.RankTasks} starts the tasks of e02 and e20.
 */
package processes;

/**
 * The doctor, {@code rmi4mpirun --check}. On the launching host and on each node it checks whether a job can run there.
 * It reports each problem and its remedy. {@link org.rmi4mpi.doctor.Doctor} runs beside the launcher and starts a job
 * of {@link org.rmi4mpi.doctor.RankCheckup}, whose findings it prints with its own. Each check is a class that judges
 * values. Other classes read the values from the system, so that tests can pass bad ones. All classes are used by one
 * thread.
 *
 * <table>
 *   <caption>Who does what</caption>
 *   <tr><th colspan="2">How it runs</th></tr>
 *   <tr><td>{@link Doctor}</td><td>the main of {@code rmi4mpirun --check}: checks the host, starts the job, prints the
 *       table</td></tr>
 *   <tr><td>{@link RankCheckup}</td><td>the main of each rank of that job: calls the checks of a node</td></tr>
 *   <tr><td>{@code RoundTrip}</td><td>messages between two ranks, and their time</td></tr>
 *   <tr><td>{@link Finding}, {@link Table}</td><td>the result of a check; all results as text</td></tr>
 *   <tr><th colspan="2">What the system says</th></tr>
 *   <tr><td>{@code NodeFacts}</td><td>what Linux tells of a node</td></tr>
 *   <tr><td>{@link ProcessLimits}, {@link ProcessStatus}, {@link OpenPorts}</td><td>what it tells of a
 *       process</td></tr>
 *   <tr><th colspan="2">What is judged</th></tr>
 *   <tr><td>{@link JavaCheck}, {@link BridgeCheck}</td><td>the version of Java; the native libraries</td></tr>
 *   <tr><td>{@link LauncherCheck}, {@link LoadedMpiCheck}</td><td>whether launcher and loaded library are of the MPI
 *       that the bridge was built with</td></tr>
 *   <tr><td>{@link BindingCheck}, {@link ThreadsCheck}</td><td>the cores of a rank; the threads that it may
 *       start</td></tr>
 *   <tr><td>{@link HeapCheck}, {@link SharedMemoryCheck}, {@link LockedMemoryCheck}</td><td>the memory of a node:
 *       heaps, /dev/shm, locked pages</td></tr>
 *   <tr><td>{@link OpenFilesCheck}, {@link SignalsCheck}</td><td>the files that a rank may open; its signals</td></tr>
 *   <tr><td>{@link PortsCheck}</td><td>the ports of ranks and mpirun, and who reaches them</td></tr>
 *   <tr><td>{@link ClockCheck}, {@link RoundTripCheck}</td><td>the clocks of two nodes; the time of a message</td></tr>
 * </table>
 */
package org.rmi4mpi.doctor;

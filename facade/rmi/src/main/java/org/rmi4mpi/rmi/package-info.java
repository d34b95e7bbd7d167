/**
 * The face of java.rmi. {@link org.rmi4mpi.rmi.UnicastRemoteObject}, {@link org.rmi4mpi.rmi.Naming} and
 * {@link org.rmi4mpi.rmi.LocateRegistry} stand in for the JDK's classes of the same names. The interface {@link
 * java.rmi.Remote} and the exceptions are the JDK's own. Under {@code rmi4mpirun --rmi} these classes replace the JDK's
 * in a program as it loads, and registries have hosts and ports: {@link org.rmi4mpi.rmi.Program}. {@link
 * org.rmi4mpi.rmi.Calls} and {@link org.rmi4mpi.rmi.Ranks} add features that RMI does not have.
 *
 * <p>The exceptions that the caller of a remote method sees:
 *
 * <table>
 *   <caption>Exceptions</caption>
 *   <tr><th>event</th><th>exception</th></tr>
 *   <tr><td>the method threw a declared or runtime exception</td><td>a copy of it</td></tr>
 *   <tr><td>the method threw an Error</td><td>ServerError</td></tr>
 *   <tr><td>the method threw a RemoteException</td><td>ServerException</td></tr>
 *   <tr><td>the arguments could not be read, the method is unknown</td><td>ServerException, its cause an
 *   UnmarshalException</td></tr>
 *   <tr><td>the object is not, or no longer, exported</td><td>NoSuchObjectException</td></tr>
 *   <tr><td>the call did not end within the time that {@link org.rmi4mpi.rmi.Calls#withTimeout} gave it</td><td>
 *   CallTimeoutException</td></tr>
 *   <tr><td>a call of a batch failed</td><td>BatchException, its cause the exception of that call</td></tr>
 *   <tr><td>members of a group failed</td><td>GroupException</td></tr>
 *   <tr><td>the arguments or the result could not be written</td><td>MarshalException</td></tr>
 *   <tr><td>the result could not be read</td><td>UnmarshalException</td></tr>
 *   <tr><td>the method threw a checked exception that it does not declare</td><td>UnexpectedException</td></tr>
 *   <tr><td>the rank cannot be reached, or the job has ended</td><td>ConnectException</td></tr>
 * </table>
 *
 * <table>
 *   <caption>Who does what</caption>
 *   <tr><th colspan="2">Exporting</th></tr>
 *   <tr><td>{@link RemoteServer}</td><td>the superclass of remote objects</td></tr>
 *   <tr><td>{@code Exports}</td><td>exports objects by the JDK's rules</td></tr>
 *   <tr><td>{@code PlainInterfaces}</td><td>reports interfaces that only look remote</td></tr>
 *   <tr><td>{@link MarshalledObject}</td><td>an object in serialized form</td></tr>
 *   <tr><th colspan="2">Names</th></tr>
 *   <tr><td>{@link Naming}, {@link LocateRegistry}</td><td>takes a URL apart; decides what its
 *       host means, and asks {@link Program} with --rmi</td></tr>
 *   <tr><td>{@code JobRegistry}</td><td>the remote interface of the job's registry, at rank 0</td></tr>
 *   <tr><td>{@code JobRegistryTable}</td><td>the names and the objects bound to them; says what is bound where a name is missing</td></tr>
 *   <tr><td>{@link JobRegistryService}</td><td>exports it, and the directory, when the job starts</td></tr>
 *   <tr><td>{@code RegistryView}</td><td>that registry as a program sees it: all names, or those of a rank</td></tr>
 *   <tr><td>{@code RegistryFilter}</td><td>decides which classes may be bound</td></tr>
 *   <tr><td>{@code Names}</td><td>lists what is bound, for the texts of exceptions</td></tr>
 *   <tr><th colspan="2">Calls that RMI does not have</th></tr>
 *   <tr><td>{@link Batch}</td><td>calls that travel in one message</td></tr>
 *   <tr><td>{@link Group}, {@link GroupException}</td><td>objects that are called together; the failures of some of
 *       them</td></tr>
 *   <tr><th colspan="2">Programs of --rmi</th></tr>
 *   <tr><td>{@link ProgramCalls}</td><td>takes the place of JDK methods that the program calls</td></tr>
 *   <tr><td>{@code ChildJvms}</td><td>tells of JVMs that the program starts itself</td></tr>
 *   <tr><td>{@code ProgramThreads}</td><td>the program's threads, and which of them wait for names</td></tr>
 *   <tr><td>{@code RankActivity}</td><td>tells other ranks what this program does</td></tr>
 *   <tr><td>{@code CreatedRegistry}, {@code HostRegistry}</td><td>a registry that the program has created; one that it
 *       finds by host and port</td></tr>
 *   <tr><td>{@code KnownRegistry}</td><td>a registry that knows which names were ever bound</td></tr>
 *   <tr><td>{@code Directory}, {@code DirectoryTable}</td><td>which registries there are, and which programs have
 *       ended; kept by rank 0</td></tr>
 *   <tr><td>{@code StartPatience}</td><td>waits for names and registries that may still come, as long as the
 *       option rmi4mpi.start.ms says</td></tr>
 * </table>
 */
package org.rmi4mpi.rmi;

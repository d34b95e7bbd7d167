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
 */
package org.rmi4mpi.rmi;

/**
 * The terminal of the console: a process beside the job, with line editing by JLine. No other package uses it.
 *
 * <table>
 *   <caption>Who does what</caption>
 *   <tr><td>{@link ConsoleTerminal}</td><td>the main of that process</td></tr>
 * </table>
 */
package org.rmi4mpi.jpvm.console;

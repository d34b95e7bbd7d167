/**
 * RMI programs without source changes: a Java agent that replaces JDK classes by ours in class files as they load, for
 * {@code rmi4mpirun --rmi}. Names the classes of {@code org.rmi4mpi.rmi} in byte code only. Runs on the thread that
 * loads a class; no code here is hot.
 *
 * <table>
 *   <caption>Who does what</caption>
 *   <tr><td>{@link Agent}</td><td>the agent's entry point, {@code premain}</td></tr>
 *   <tr><td>{@code ProgramTransformer}</td><td>chooses the program's classes, and has them rewritten as they
 *       load</td></tr>
 *   <tr><td>{@code ClassRewriter}</td><td>replaces names of JDK classes</td></tr>
 *   <tr><td>{@code LoaderRewriter}</td><td>lets class loaders find our classes</td></tr>
 *   <tr><td>{@code CallRewriter}</td><td>replaces calls of single JDK methods, such as System.exit</td></tr>
 * </table>
 */
package org.rmi4mpi.agent;

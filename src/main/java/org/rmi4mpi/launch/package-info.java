/**
 * Start and end of a rank.
 *
 * <ul>
 *   <li>{@link org.rmi4mpi.launch.RankMain}: the main class that the launcher starts on each rank. It runs the main
 *       of the program.
 *   <li>{@link org.rmi4mpi.launch.Options}: all options, with their defaults.
 *   <li>{@link org.rmi4mpi.launch.RankRuntime}: creates the layers of the rank at MPI.Init, and stops them at
 *       MPI.Finalize, after {@link org.rmi4mpi.dispatch.Quiescence} has waited for their calls.
 *   <li>{@link org.rmi4mpi.launch.RankEnd}, {@link org.rmi4mpi.launch.ImplicitEnd}: the end of a program that fails, or
 *       that leaves MPI.Finalize out. {@code FinalizeWait}: reports a rank that waits long in MPI.Finalize. {@link org.rmi4mpi.launch.Termination}: the end by SIGTERM.
 *       {@code LostHost}: names a host that has failed.
 *   <li>{@link org.rmi4mpi.launch.RmiProgram}, {@link org.rmi4mpi.launch.JpvmProgram}: programs of {@code --rmi} and
 *       {@code --jpvm}.
 * </ul>
 *
 * <p>The facades call this package, and implement its interfaces. {@link org.rmi4mpi.launch.RankRuntime} runs on the
 * thread that calls MPI.Init or MPI.Finalize. The other classes run there, too, and on threads that end the JVM.
 *
 * <table>
 *   <caption>Who does what</caption>
 *   <tr><th colspan="2">Start</th></tr>
 *   <tr><td>{@code MainClass}</td><td>finds a program's main method, or says why there is none</td></tr>
 *   <tr><td>{@link MainMethod}</td><td>the main method that a JVM's launcher would call</td></tr>
 *   <tr><td>{@code NearClasses}</td><td>suggests classes for a misspelt name</td></tr>
 *   <tr><td>{@code ClassPath}</td><td>entries of the class path that this host lacks</td></tr>
 *   <tr><td>{@code StartException}</td><td>a program cannot be started as the command line says</td></tr>
 *   <tr><td>{@link Help}, {@link Version}</td><td>the texts of {@code --help} and {@code --version}</td></tr>
 *   <tr><td>{@link NearOptions}</td><td>suggests an option of the launcher for a misspelt one</td></tr>
 *   <tr><td>{@code UnknownOptions}</td><td>reports properties of ours that nothing reads</td></tr>
 *   <tr><td>{@code IgnoredProperties}</td><td>reports properties of the JDK's RMI that have no effect</td></tr>
 *   <tr><td>{@code JdkRmi}</td><td>explains failures of programs that have taken the JDK's RMI</td></tr>
 *   <tr><td>{@code StackTraces}</td><td>leaves our frames out of a program's stack trace</td></tr>
 *   <tr><th colspan="2">While it runs</th></tr>
 *   <tr><td>{@link RankPlace}</td><td>the host of a rank, and whether it only serves</td></tr>
 *   <tr><td>{@link RankJob}</td><td>the job, for programs that send no messages</td></tr>
 *   <tr><td>{@link LineOutput}, {@link LinePrintStream}</td><td>standard output and error, by lines</td></tr>
 *   <tr><td>{@link WholeLines}, {@code HeldLines}</td><td>holds a line until it ends; writes those that do not end
 *       soon</td></tr>
 *   <tr><td>{@code ThreadDump}</td><td>prints all threads of the rank at Ctrl-\</td></tr>
 *   <tr><td>{@code StatisticsLines}</td><td>prints what the ranks have counted, and the total</td></tr>
 *   <tr><td>{@code MessageStreams}</td><td>streams of objects for package mpi</td></tr>
 *   <tr><th colspan="2">Implemented by the facades</th></tr>
 *   <tr><td>{@link ProgramListener}</td><td>hears of the begin and end of a program of {@code --rmi}</td></tr>
 *   <tr><td>{@link TaskPool}</td><td>runs a program of {@code --jpvm}</td></tr>
 * </table>
 */
package org.rmi4mpi.launch;

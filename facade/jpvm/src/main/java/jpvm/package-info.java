/**
 * JPVM's API. Programs written for JPVM compile and run unmodified by {@code rmi4mpirun --jpvm}. The package also has
 * extensions from JPVM's users and from PVM 3.4.
 *
 * <p>Names are those of JPVM, with its two oddities: class names begin with small letters, and
 * {@link jpvm.jpvmException} is not a {@link java.lang.Exception}. See docs/jpvm.md.
 *
 * <table>
 *   <caption>Who does what</caption>
 *   <tr><th colspan="2">Tasks and messages</th></tr>
 *   <tr><td>{@link jpvmEnvironment}</td><td>a task's part in the virtual machine: spawning, sending, receiving,
 *       groups</td></tr>
 *   <tr><td>{@code Messages}</td><td>the mail of an environment, as programs see it</td></tr>
 *   <tr><td>{@link jpvmBuffer}</td><td>packs and unpacks the elements of a message</td></tr>
 *   <tr><td>{@link jpvmMessage}</td><td>a message that was received</td></tr>
 *   <tr><td>{@link jpvmDataType}</td><td>codes of the types of elements</td></tr>
 *   <tr><td>{@link jpvmTaskId}</td><td>names a task</td></tr>
 *   <tr><th colspan="2">The virtual machine</th></tr>
 *   <tr><td>{@code VirtualMachine}</td><td>asks for hosts and tasks of the job</td></tr>
 *   <tr><td>{@link jpvmConfiguration}</td><td>its hosts</td></tr>
 *   <tr><td>{@link jpvmTaskStatus}</td><td>the tasks of a host</td></tr>
 *   <tr><td>{@link jpvmDebug}</td><td>prints diagnostics</td></tr>
 *   <tr><td>{@link jpvmException}, {@code Requests}</td><td>a request has failed; makes this exception of the failures
 *       beneath</td></tr>
 * </table>
 */
package jpvm;

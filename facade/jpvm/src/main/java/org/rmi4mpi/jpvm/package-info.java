/**
 * JPVM on the ranks of an MPI job: spawned tasks and their mail.
 *
 * <ul>
 *   <li>A {@link org.rmi4mpi.jpvm.Task} is a main class with its own statics, threads and output. Several tasks share a
 *       rank. Its {@link org.rmi4mpi.jpvm.Endpoint}s are the environments that it has constructed, each with a port and
 *       a mailbox.
 *   <li>The {@link org.rmi4mpi.jpvm.PostOffice} of a rank sends mail ({@link org.rmi4mpi.jpvm.OutgoingMail}).
 *       {@link org.rmi4mpi.jpvm.Arrivals} puts mail of other ranks into mailboxes. It runs no user code, so any polling
 *       thread delivers mail. A thread waits for mail as it waits for the reply to a call.
 *   <li>The receiver bounds the memory for mail: {@link org.rmi4mpi.jpvm.MailRoom}.
 *   <li>Ranks start and end each other's tasks by remote calls: {@link org.rmi4mpi.jpvm.RankPool}.
 * </ul>
 *
 * <p>Package jpvm is JPVM's API on top of this package. Programs do not use this package directly.
 *
 * <table>
 *   <caption>Who does what</caption>
 *   <tr><th colspan="2">Tasks</th></tr>
 *   <tr><td>{@link TaskInfo}, {@link TaskService}</td><td>the state of a task; takes mail from the start of the
 *       job</td></tr>
 *   <tr><td>{@code TaskLoader}, {@code ProgramClasses}</td><td>the class loader of a task; the class files, rewritten
 *       once for each rank</td></tr>
 *   <tr><td>{@code TaskRewriter}, {@code ExitHandlers}</td><td>rewrites calls that concern the whole process; lets
 *       handlers pass an exit on</td></tr>
 *   <tr><td>{@code ClosingHandlers}, {@code EachInstruction}</td><td>finds handlers that close a resource; a visitor that
 *       is told of each instruction</td></tr>
 *   <tr><td>{@link TaskCalls}, {@code ExitMethods}</td><td>what rewritten classes call instead; knows the methods that
 *       end the JVM</td></tr>
 *   <tr><td>{@link CurrentTask}, {@code TaskThreads}</td><td>the task that a thread works for; the threads of a
 *       task</td></tr>
 *   <tr><td>{@code ExitHooks}, {@code OverdueEnds}</td><td>threads that begin when a task ends; ends a task whose main
 *       computes on</td></tr>
 *   <tr><td>{@link TaskExit}, {@link TaskException}</td><td>ends a task from within; a request that failed</td></tr>
 *   <tr><td>{@code TaskMain}</td><td>finds the main of a task's class</td></tr>
 *   <tr><td>{@code TaskOutput}</td><td>a task's System.out and System.err, with the prefix that {@code Task} makes</td></tr>
 *   <tr><td>{@code TaskTraces}</td><td>shortens stack traces</td></tr>
 *   <tr><th colspan="2">Starting and ending them</th></tr>
 *   <tr><td>{@link JpvmPool}</td><td>runs the job of {@code --jpvm}</td></tr>
 *   <tr><td>{@link Spawner}, {@link Placement}</td><td>starts tasks on ranks; the ranks that are allowed</td></tr>
 *   <tr><td>{@code SpawnOrder}, {@code Started}</td><td>the request to start a task; its outcome</td></tr>
 *   <tr><td>{@code SpawnTable}</td><td>the tasks that this rank has spawned; chooses the rank of the next</td></tr>
 *   <tr><td>{@link RankTasks}</td><td>the tasks of this rank, as other ranks call them; finds the rank of a task, and
 *       asks it, such as to kill it</td></tr>
 *   <tr><td>{@code PoolState}, {@code JobEnd}</td><td>how much mail and how many tasks a rank has; decides that the job
 *       is over</td></tr>
 *   <tr><td>{@code Ports}, {@link Hosts}</td><td>numbers of tasks; names of nodes</td></tr>
 *   <tr><th colspan="2">Mail</th></tr>
 *   <tr><td>{@code Mailbox}, {@link Mail}</td><td>messages that a task has not received, and threads that wait for
 *       them; one message</td></tr>
 *   <tr><td>{@link MailPattern}</td><td>the messages that a receive takes</td></tr>
 *   <tr><td>{@link OutgoingMail}, {@code MailBatch}</td><td>sends a message; small ones that share a frame</td></tr>
 *   <tr><td>{@link Packing}, {@code Unpacking}, {@code Part}</td><td>the content of a buffer; reads it; a large array of
 *       it</td></tr>
 *   <tr><td>{@code PackedElement}, {@link ElementType}, {@link ArrayRange}</td><td>the layout of an element; types of
 *       elements; checks of arrays</td></tr>
 *   <tr><td>{@code MailRoom}, {@code MailHeap}, {@code LeavingArray}</td><td>bounds mail that nobody has received; the
 *       heap for its large arrays; an array that leaves</td></tr>
 *   <tr><th colspan="2">Groups and console</th></tr>
 *   <tr><td>{@link Groups}, {@code GroupServer}, {@code GroupTable}</td><td>groups of an environment; their remote
 *       interface; their members, and those who have arrived at a barrier, at rank 0</td></tr>
 *   <tr><td>{@link Reduction}</td><td>combines the arrays of a group's members</td></tr>
 *   <tr><td>{@code Console}</td><td>reads commands at rank 0</td></tr>
 *   <tr><td>{@code ConsoleCommand}</td><td>a command: its name, arguments and help</td></tr>
 * </table>
 */
package org.rmi4mpi.jpvm;

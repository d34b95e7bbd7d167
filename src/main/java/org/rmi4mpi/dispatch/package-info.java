/**
 * The dispatcher, one per rank. It receives frames, runs the calls among them, and gives each reply to the waiting
 * thread. Each class has one part of this, and depends only on classes earlier in this list. {@link
 * org.rmi4mpi.transport.RankBell} decides when the rank sleeps and which thread is rung.
 *
 * <ul>
 *   <li>{@link org.rmi4mpi.dispatch.Lead}: the lead of the crew. At most one thread holds it. That thread polls for
 *       requests and runs them.
 *   <li>{@link org.rmi4mpi.dispatch.PendingCalls}: the calls that threads wait for.
 *   <li>{@link org.rmi4mpi.dispatch.PipelinedCalls}: order, and the window of flow control, of one-way and
 *       asynchronous calls. {@code Dispatcher.sendPipelined} waits for room in the window.
 *   <li>{@link org.rmi4mpi.dispatch.Inbox}: takes frames off the transport. One thread at a time does so, under the
 *       {@link org.rmi4mpi.dispatch.PollLock}. A {@link org.rmi4mpi.dispatch.FrameRouter} gives each frame to its
 *       receiver. Requests wait in a {@link org.rmi4mpi.dispatch.RequestQueue}.
 *   <li>{@link org.rmi4mpi.dispatch.WaitPolicy}: how often threads poll, and how long they sleep. {@link
 *       org.rmi4mpi.dispatch.IdleStrategy} spins, yields, and decides when to sleep. {@link org.rmi4mpi.dispatch.Cores} detects contended cores.
 *   <li>{@link org.rmi4mpi.dispatch.ReplyWaits}, {@link org.rmi4mpi.dispatch.MessageWaits}: waiting threads. They poll
 *       for themselves at first, and leave polling to the crew when they sleep.
 *   <li>{@link org.rmi4mpi.dispatch.Crew}: the threads that run user methods, with no user frames beneath. Waiting
 *       threads run none: Java's monitors are reentrant, so a call served on a waiting thread could enter monitors that
 *       this thread holds. {@link org.rmi4mpi.dispatch.Rest} decides when a resting thread takes the lead.
 *   <li>{@link org.rmi4mpi.dispatch.Dispatcher}: the interface to the layer above. {@link
 *       org.rmi4mpi.dispatch.Watchdogs} watch over its calls, and {@link org.rmi4mpi.dispatch.Quiescence} waits until
 *       they have ended.
 * </ul>
 *
 * <p>Called by {@link org.rmi4mpi.ref}, which implements {@link org.rmi4mpi.dispatch.CallRunner}. No lock is held while
 * a method runs. The path of a small call allocates nothing and wakes no thread.
 *
 * <table>
 *   <caption>Who does what</caption>
 *   <tr><th colspan="2">Calls of this rank</th></tr>
 *   <tr><td>{@link PendingCall}</td><td>a thread's slot for its calls, one at a time</td></tr>
 *   <tr><td>{@code OverdueCalls}</td><td>reports calls without a reply, and changes nothing</td></tr>
 *   <tr><td>{@code Heartbeat}</td><td>notices a rank that is silent; {@link Watchdogs} then fails the calls
 *       to it</td></tr>
 *   <tr><td>{@link RankProcess}</td><td>host and process of a rank, for such reports</td></tr>
 *   <tr><th colspan="2">Threads of the crew</th></tr>
 *   <tr><td>{@link CrewThread}, {@code CrewThreadName}</td><td>a thread that runs methods; its name, which tells the
 *       call</td></tr>
 *   <tr><td>{@link RunningCall}</td><td>a call that such a thread runs, for the report of those that do not end</td></tr>
 *   <tr><td>{@code LoneLead}</td><td>how a thread leads while no other is available and none can be started</td></tr>
 *   <tr><td>{@code Lookout}</td><td>when a resting thread polls for operations that ring nobody</td></tr>
 *   <tr><td>{@code WatchList}</td><td>operations that no thread waits for, and what follows them</td></tr>
 *   <tr><td>{@code HeapReserve}</td><td>memory for the crew's own work, given up when there is none</td></tr>
 *   <tr><td>{@link CallRunner}</td><td>what the crew runs, implemented by the layer above</td></tr>
 *   <tr><th colspan="2">Mail</th></tr>
 *   <tr><td>{@link MailHandler}, {@link MailWait}</td><td>takes mail that arrives; a thread's wait for it; both
 *       implemented by the facade</td></tr>
 *   <tr><th colspan="2">What can be seen</th></tr>
 *   <tr><td>{@code Probe}, {@code Statistics}</td><td>receives the events of a rank; counts them</td></tr>
 *   <tr><td>{@link Counters}</td><td>what a rank has counted, or several ranks together</td></tr>
 *   <tr><td>{@code Troubles}</td><td>reports errors that concern no particular call</td></tr>
 * </table>
 */
package org.rmi4mpi.dispatch;

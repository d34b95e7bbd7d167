/**
 * The reference layer, as KaRMI named it. It exports objects, turns calls into requests, runs the requests that arrive,
 * turns replies into results and exceptions, and collects exported objects. It behaves as the JDK's {@code
 * sun.rmi.server} does.
 *
 * <table>
 *   <caption>Who does what</caption>
 *   <tr><th colspan="2">Caller</th></tr>
 *   <tr><td>StubGenerator, Stub</td><td>generates the classes of stubs; their superclass</td></tr>
 *   <tr><td>GeneratedCode</td><td>what generated stubs and skeletons have in common</td></tr>
 *   <tr><td>Stubs</td><td>creates stubs, proxies where no class can be
 *       generated, and views of stubs with another StubMode</td></tr>
 *   <tr><td>RemoteReference</td><td>a stub's rank and object id; {@code beginCall} begins a call</td></tr>
 *   <tr><td>OutgoingCall</td><td>a call as its stub sees it: put arguments, {@code invoke}, get the result</td></tr>
 *   <tr><td>StubCall</td><td>the OutgoingCall of a plain stub; a thread has one, and a chain of them for nested
 *       calls</td></tr>
 *   <tr><td>BatchRequest</td><td>several calls in one request; each is an OutgoingCall that adds to it</td></tr>
 *   <tr><td>RequestWriter</td><td>{@code writeHeader} begins a request; {@code sendOneWay} and {@code sendAsync}
 *       send it</td></tr>
 *   <tr><td>AwaitedCall</td><td>{@code sendAndAwait} sends a request whose thread waits for the reply</td></tr>
 *   <tr><td>AsyncCall, AsyncCallTable</td><td>a request that was sent and has a RemoteFuture; finds it by the id in
 *       the reply</td></tr>
 *   <tr><td>RemoteFuture</td><td>the future of a call; to cancel it cancels the call</td></tr>
 *   <tr><td>ReplyReader</td><td>turns a reply into a result or an exception, also one of a call that
 *       was not made</td></tr>
 *   <tr><td>RemoteTrace</td><td>makes the stack traces of an exception that a call has brought: both ranks' frames,
 *       with a line between them</td></tr>
 *   <tr><td>BatchException, CallTimeoutException</td><td>a call of a batch failed; a call took too long</td></tr>
 *   <tr><td>ResponseTimeout</td><td>how long calls wait by the JDK's property</td></tr>
 *   <tr><td>CallerThread</td><td>the state of a calling thread: its StubCall, its number, its last future</td></tr>
 *   <tr><td>CallKind</td><td>the three kinds of calls: awaited, one-way and asynchronous</td></tr>
 *   <tr><td>StubMode</td><td>options for the calls of a stub: one-way, asynchronous, time-out, metadata,
 *       batch</td></tr>
 *   <tr><th colspan="2">Callee</th></tr>
 *   <tr><td>ExportTable, ExportedObject</td><td>the exported objects by id; an object, and the weight of the
 *       references to it</td></tr>
 *   <tr><td>CallServer</td><td>runs the frames that a thread of the crew takes, and makes sure that each call is
 *       answered</td></tr>
 *   <tr><td>ServedCall, ServedCalls</td><td>a call that runs: finds object and method, runs the interceptors, and
 *       calls the skeleton; all such calls of the rank</td></tr>
 *   <tr><td>IncomingCall</td><td>a call as its skeleton sees it: get the arguments, put the result</td></tr>
 *   <tr><td>RequestReader</td><td>reads the arguments and metadata of a request</td></tr>
 *   <tr><td>SkeletonGenerator, Skeleton</td><td>generates skeletons; a skeleton reads arguments, calls the method
 *       and writes the result</td></tr>
 *   <tr><td>ReplyWriter</td><td>{@code writeHeader} begins a reply; {@code send} sends it</td></tr>
 *   <tr><td>OwnReply</td><td>the reply to a call of this rank to itself</td></tr>
 *   <tr><td>WaitHabit</td><td>learns whether a method waits, and so runs without the lead</td></tr>
 *   <tr><td>Cancellation</td><td>interrupts the thread of a call whose caller gives up</td></tr>
 *   <tr><td>Promises</td><td>holds the incomplete futures that methods have returned, and sends their replies</td></tr>
 *   <tr><th colspan="2">Both</th></tr>
 *   <tr><td>ReferenceLayer</td><td>everything of one rank, for the facades</td></tr>
 *   <tr><td>RankService</td><td>a service that a facade starts with the job</td></tr>
 *   <tr><td>OutgoingFrame, ArrivingArrays</td><td>a frame that is being written, with the arrays beside it; arrays
 *       that arrive beside a frame</td></tr>
 *   <tr><td>BoxedValues, RemoteMethod, MethodTable</td><td>arguments of calls by reflection; a method and its hash;
 *       the methods of a class by hash</td></tr>
 *   <tr><td>RemoteInterfaces</td><td>the remote interfaces of a class; makes the hash of a method</td></tr>
 *   <tr><td>Interceptors, Interceptor, CallInfo, Metadata</td><td>a rank's list of interceptors; one of them; the facts
 *       that they see; the encoding of metadata</td></tr>
 *   <tr><td>NoMemory</td><td>a report of missing memory, as an exception for the caller</td></tr>
 *   <tr><td>Collector, CountingCollector, NullCollector</td><td>decides how long objects live: by the weight in each
 *       Share and ExportedObject, and {@code takeBatch} gives weight back to the homes; keeps all</td></tr>
 *   <tr><td>Share</td><td>this rank's share of an object's weight, with the Grip that its references hold</td></tr>
 *   <tr><td>Home, ReturnedWeights</td><td>the collector of a rank as others call it; the ids and weights for one
 *       home</td></tr>
 *   <tr><td>ShrinkingMap</td><td>a concurrent map that gives memory back when it gets emptier</td></tr>
 * </table>
 *
 * <p>Called by the facades. Calls are made on any thread. Requests are handled on threads of the dispatcher's crew.
 * Generated stubs and skeletons call this package without boxing.
 */
package org.rmi4mpi.ref;

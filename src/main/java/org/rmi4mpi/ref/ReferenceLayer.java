package org.rmi4mpi.ref;

import java.io.ObjectInputFilter;
import java.lang.invoke.MethodHandles;
import java.rmi.NoSuchObjectException;
import java.rmi.Remote;
import java.rmi.StubNotFoundException;
import java.rmi.server.ExportException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;
import org.rmi4mpi.dispatch.Dispatcher;
import org.rmi4mpi.dispatch.IncomingPieces;
import org.rmi4mpi.dispatch.OutgoingPieces;
import org.rmi4mpi.dispatch.Probe;
import org.rmi4mpi.dispatch.Quiescence;
import org.rmi4mpi.dispatch.RankProcess;
import org.rmi4mpi.dispatch.Wait;
import org.rmi4mpi.dispatch.WaitPolicy;
import org.rmi4mpi.dispatch.Watchdogs;
import org.rmi4mpi.ref.collect.Collector;
import org.rmi4mpi.ref.collect.ExportTable;
import org.rmi4mpi.ref.collect.Home;
import org.rmi4mpi.ref.collect.Homes;
import org.rmi4mpi.ref.stub.Stub;
import org.rmi4mpi.ref.stub.StubFactory;
import org.rmi4mpi.serial.Serializer;
import org.rmi4mpi.transport.Transport;
import org.rmi4mpi.transport.TransportException;
import org.rmi4mpi.wire.ArraysTrailer;
import org.rmi4mpi.wire.FrameHeader;
import org.rmi4mpi.wire.FrameKind;
import org.rmi4mpi.wire.MemoryFrame;
import org.rmi4mpi.wire.PieceFrame;
import org.rmi4mpi.wire.ReplyFrame;
import org.rmi4mpi.wire.RequestFrame;

/** The reference layer of one rank: exports its objects, makes its calls, and answers those of others. Thread-safe. */
public final class ReferenceLayer {
    private static volatile ReferenceLayer current;

    private final Transport transport;
    private final Dispatcher dispatcher;
    private final ExportTable<ExportedObject> exports = new ExportTable<>();
    private final Collector collector;
    private final Interceptors interceptors = new Interceptors();
    private final JdkResponseTimeout responseTimeout = new JdkResponseTimeout();
    private final RankNames names;
    private final Marshaller marshaller;
    private final AsyncCallTable asyncs;
    private final ServedCalls served;
    private final Promises promises;
    private final OutgoingCalls calls;
    private final ReferenceContext references;
    private final Aggregates aggregates;
    private volatile ForeignObjects foreign;
    private volatile TaskTable tasks = TaskTable.EMPTY;
    private volatile Peers peers = Peers.NONE;

    /**
     * @param policy how the threads of the rank wait
     * @param probe receives the events of this rank
     * @param collects whether exported objects are collected when no rank refers to them any more
     */
    @SuppressWarnings("this-escape") // used when the first request comes
    public ReferenceLayer(Transport transport, WaitPolicy policy, Probe probe, boolean collects) {
        this.transport = transport;
        dispatcher = new Dispatcher(transport, this::newServer, policy, probe);
        collector = collects ? Collector.counting(exports, new CollectorStubs()) : Collector.keepingAll();
        names = new RankNames(transport.rank());
        marshaller = new Marshaller(transport, dispatcher, collector, this::replacement, this::references);
        asyncs = new AsyncCallTable(marshaller, dispatcher, interceptors, names);
        served = new ServedCalls(marshaller, dispatcher, exports, collector, interceptors);
        promises = new Promises(served, dispatcher);
        calls = new OutgoingCalls(
                new CallerParts(marshaller, dispatcher, interceptors, responseTimeout, names, asyncs, served));
        references = new ReferenceContext(calls, collector);
        aggregates = new Aggregates(dispatcher, transport.rank());
        dispatcher.losses().add(asyncs::lose);
    }

    /** A view of a stub whose calls are packed into messages: see {@code org.rmi4mpi.rmi.Calls}. */
    public <T extends Remote> T aggregated(T stub) {
        return AggregatedCalls.view(stub, aggregates);
    }

    private CallServer newServer() {
        return new CallServer(served, promises, asyncs, marshaller, dispatcher, peers);
    }

    private ReferenceContext references() {
        return references;
    }

    /** The collectors of the other ranks, by remote calls. */
    private final class CollectorStubs implements Homes {
        @Override
        public int rank() {
            return transport.rank();
        }

        @Override
        public int size() {
            return members();
        }

        @Override
        public void export(Home own) {
            try {
                ReferenceLayer.this.export(Home.OBJECT_ID, own);
            } catch (ExportException e) {
                throw new AssertionError("a collector is exported once", e);
            }
        }

        @Override
        public Home at(int rank) {
            return (Home) StubFactory.create(List.of(Home.class), Home.class.getClassLoader(),
                    reference(rank, Home.OBJECT_ID));
        }

        @Override
        public Home oneWayAt(int rank) {
            return Stubs.oneWay(at(rank));
        }
    }

    /** Initialises the classes of calls in advance: see {@link Serializer#initialise}. */
    public static void initialise() {
        Serializer.initialise();
        for (Class<?> each : new Class<?>[] {
            StubCall.class, CallKind.class, AwaitedCall.class, RequestWriter.class, CallTimeoutException.class,
            FrameKind.class, FrameHeader.class, RequestFrame.class, ReplyFrame.class, ArraysTrailer.class,
            MemoryFrame.class, PieceFrame.class, OutgoingPieces.class, IncomingPieces.class, ArrivingPieces.class,
            // the JIT compiler inlines no method whose signature names an unloaded class
            CallInfo.class, BatchRequest.class
        }) {
            try {
                MethodHandles.lookup().ensureInitialized(each);
            } catch (IllegalAccessException e) {
                throw new IllegalAccessError(e.getMessage()); // cannot happen: the class is in this package, or public
            }
        }
    }

    public Dispatcher dispatcher() {
        return dispatcher;
    }

    /** Runs the calls of each calling thread on one thread from now on, as long as that is free. Any thread. */
    public void bindCallers() {
        dispatcher.bindCallers();
    }

    /**
     * Sets how long a request or reply may be before it leaves in pieces while it is written. Called before the first
     * call.
     *
     * @param bytes length of a piece, in bytes
     */
    public void setPieceBytes(int bytes) {
        marshaller.setPieceBytes(bytes);
    }

    /** @param all one entry per rank */
    public void setProcesses(List<RankProcess> all) {
        names.setProcesses(all);
        RunningJob.setProcesses(all);
    }

    /** See {@link Watchdogs#tellOverdue}. */
    public void tellOverdue(long limitNs) {
        dispatcher.watchdogs().tellOverdue(limitNs, names.processes(), asyncs::all);
    }

    public int rank() {
        return transport.rank();
    }

    public int size() {
        return transport.size();
    }

    /** Number of ranks that have remote objects, with those of other languages. */
    public int members() {
        return size() + peers.count();
    }

    /** Sets the ranks of other languages. Called before the first call, and before the dispatcher starts. */
    public void setPeers(Peers others) {
        peers = others;
        calls.setPeers(others);
    }

    /** The object of this rank with this id; null if there is none. */
    public Remote objectAt(long id) {
        ExportedObject exported = exports.get(id);
        return exported == null ? null : exported.object();
    }

    /** The loader of the classes of an object's arguments, and its context class loader; null if there is no such object. */
    public ClassLoader loaderAt(long id) {
        ExportedObject exported = exports.get(id);
        return exported == null ? null : exported.loader();
    }

    /** The filter of an object's arguments; null if there is none. */
    public ObjectInputFilter filterAt(long id) {
        ExportedObject exported = exports.get(id);
        return exported == null ? null : exported.filter();
    }

    /** Returns the weight of a reference that leaves in a message of another form than {@link java.io.ObjectOutput}. */
    public long leave(RemoteReference reference) {
        return collector.leave(reference);
    }

    /** Returns the reference that has come, with this weight, in a message of another form. */
    public RemoteReference arrive(int rank, long id, long weight) {
        return new RemoteReference(references, rank, id, collector.arrive(rank, id, weight));
    }

    /** Keeps a future for {@link #takeFuture}. */
    public void keepFuture(CompletableFuture<Object> future) {
        calls.thread().keepFuture(future);
    }

    /**
     * Returns the layer of this process's rank.
     *
     * @throws IllegalStateException if the job does not run
     */
    public static ReferenceLayer current() {
        ReferenceLayer layer = current;
        if (layer == null) {
            throw RunningJob.notRunning();
        }
        return layer;
    }

    /** @param layer null when the job ends */
    public static void makeCurrent(ReferenceLayer layer) {
        RunningJob.setReferences(layer == null ? null : layer.references);
        current = layer;
    }

    /**
     * Makes an object callable from every rank.
     *
     * @return the stub
     * @throws ExportException if the object is exported already
     * @throws StubNotFoundException if no class can have all its remote interfaces
     */
    public Remote export(Remote object) throws ExportException, StubNotFoundException {
        return export(object, null);
    }

    /** @param filter checks the arguments of calls; null for only the filter of the process */
    public Remote export(Remote object, ObjectInputFilter filter) throws ExportException, StubNotFoundException {
        ExportedObject exported = new ExportedObject(exports.newId(), object, filter, exports.gone());
        Remote stub;
        try {
            stub = newStub(object, exported);
        } catch (IllegalArgumentException e) { // such as interfaces of two packages that are not public
            throw new StubNotFoundException("unable to create proxy", e);
        }
        collector.export(exported);
        exports.add(exported);
        return stub;
    }

    /** Like {@link #export(Remote)}, under a well-known id less than 64. */
    public void export(long id, Remote object) throws ExportException {
        export(id, object, null);
    }

    /**
     * As {@link #export(Remote, ObjectInputFilter)}, under a well-known id less than 64. The stub is made when it is
     * first needed, since a rank exports such objects at its start.
     */
    public void export(long id, Remote object, ObjectInputFilter filter) throws ExportException {
        ExportedObject exported = new ExportedObject(id, object, filter, exports.gone());
        exported.pin();
        exports.add(exported);
    }

    /** Creates a stub that keeps the object alive until it is unexported. */
    private Remote newStub(Remote object, ExportedObject exported) {
        Remote stub = Stubs.create(object.getClass(),
                new RemoteReference(references, rank(), exported.id(), exported.hold(object)));
        exported.stub(stub);
        return stub;
    }

    /** Creates a reference to an object of some rank. */
    public RemoteReference reference(int rank, long id) {
        return new RemoteReference(references, rank, id, null);
    }

    /**
     * Ends the export of an object.
     *
     * @return false if calls to it are running and {@code force} is not set; it stays exported then
     */
    public boolean unexport(Remote object, boolean force) throws NoSuchObjectException {
        return exports.remove(object, force, served::isRunning);
    }

    /** Limits calls by the JDK's property from now on: see {@link JdkResponseTimeout}. */
    public void useResponseTimeout() {
        responseTimeout.useProperty();
    }

    /** The number of methods of exported objects that are running. Well-known objects do not count. */
    public int methodsRunning() {
        return served.methodsRunning();
    }

    /** The stub of an exported object; null if it is not exported. */
    public Remote stubOf(Remote object) {
        ExportedObject exported = exports.find(object);
        if (exported == null) {
            return null;
        }
        Remote stub = exported.stub();
        if (stub == null) {
            stub = newStub(object, exported);
        }
        return stub;
    }

    /**
     * The replacement of a remote object in a message: its stub if it is exported or known to another RMI, otherwise the
     * object itself.
     */
    public Object replacement(Remote object) {
        Remote stub = stubOf(object);
        ForeignObjects others = foreign;
        if (stub == null && others != null) {
            stub = others.stubOf(object);
        }
        return stub == null ? object : stub instanceof Stub generated ? generated.form() : stub;
    }

    /** Sets the objects of another RMI, which travel among ranks as stubs from now on; null for none. */
    public void setForeignObjects(ForeignObjects objects) {
        foreign = objects;
    }

    /** The interceptors of all calls that this rank makes and serves. */
    public Interceptors interceptors() {
        return interceptors;
    }

    private static ServedCall innermost() {
        ReferenceLayer layer = current;
        return layer == null ? null : layer.served.innermost();
    }

    /** The call that this thread runs; null if it runs none. */
    public static CallInfo currentCall() {
        ReferenceLayer layer = current;
        if (layer == null) {
            return null;
        }
        ServedCall call = layer.served.innermost();
        return call == null ? layer.peers.currentCall() : call.info();
    }

    /** Records that the running method of this thread, if there is one, has interrupted this thread. */
    public static void noteSelfInterrupt() {
        ServedCall call = innermost();
        if (call != null) {
            call.noteSelfInterrupt();
        }
    }

    /** What this rank's threads wait for, and the asynchronous calls without a reply. For a report. */
    public List<Wait> waits() {
        List<Wait> all = dispatcher.waits();
        asyncs.all().forEach(call -> all.add(Wait.unattended(call)));
        peers.unattended().forEach(call -> all.add(Wait.unattended(call)));
        return all;
    }

    /** The threads that wait for the reply to a call, with the beginnings of their waits. */
    public Map<Thread, Long> threadsInCalls() {
        Map<Thread, Long> since = new HashMap<>();
        for (Wait wait : dispatcher.waits()) {
            if (wait.thread() != null && wait.isForReply()) {
                since.put(wait.thread(), wait.since());
            }
        }
        return since;
    }

    /** The processes of all ranks; empty if unknown. */
    public List<RankProcess> processes() {
        return names.processes();
    }

    /** See {@link OutgoingCalls#takeFuture}. */
    public CompletableFuture<Object> takeFuture() {
        return calls.takeFuture();
    }

    /** Waits until the asynchronous calls of this rank have ended, or the time is over. Sends the aggregated ones. */
    public void awaitAsyncs(long timeoutNs) {
        aggregates.flush();
        long deadline = System.nanoTime() + timeoutNs;
        dispatcher.awaitUntil(() -> asyncs.isEmpty() && aggregates.isEmpty() || System.nanoTime() - deadline > 0);
    }

    /** Sets the tasks of this rank. Called before the job begins. */
    public void setTasks(TaskTable table) {
        tasks = table;
    }

    /** Number of tasks that this rank has given to others. */
    public long tasksSubmitted() {
        return tasks.submitted();
    }

    /** Number of those that have not ended. */
    public long tasksUnderWay() {
        long ended = tasks.ended(); // first, so that no task is overlooked
        return tasks.submitted() - ended;
    }

    /** Waits until nothing is under way at the end of the job: see {@link Quiescence#await}. */
    public long rest(long deadline) {
        long sent = dispatcher.quiescence().await(deadline, () -> 0,
                () -> asyncs.isEmpty() && aggregates.isEmpty() && tasksUnderWay() == 0);
        return sent < 0 ? sent : sent + tasks.submitted();
    }

    /**
     * Waits until this rank runs no method of a program's object, and no call to one that it has made is under way. See
     * {@link Quiescence#await}.
     *
     * @param uncounted number of running methods that need not end
     * @param isIdle a further condition
     */
    public long awaitQuiet(long deadline, IntSupplier uncounted, BooleanSupplier isIdle) {
        aggregates.flush();
        return dispatcher.quiescence().await(deadline, uncounted, () -> isIdle.getAsBoolean() && asyncs.isEmpty()
                && aggregates.isEmpty() && served.methodsRunning() == 0 && !dispatcher.hasPendingCalls());
    }

    /** Ends the dispatcher. Pending calls fail. */
    public void stop() {
        dispatcher.stop();
        aggregates.end();
        asyncs.fail(new TransportException("rank " + rank() + " has finalised the job"));
    }

    /** Number of exported objects, without the well-known ones. */
    public int exported() {
        return exports.size();
    }

    /** Stops the collector. Called before the dispatcher stops: references that go from here on are not reported. */
    public void stopCollecting() {
        collector.stop();
    }

    /** The rank whose call this thread runs; -1 if it runs none. */
    public static int callerRank() {
        ServedCall call = innermost();
        if (call != null) {
            return call.caller();
        }
        CallInfo ofPeer = currentCall();
        return ofPeer == null ? -1 : ofPeer.caller();
    }
}

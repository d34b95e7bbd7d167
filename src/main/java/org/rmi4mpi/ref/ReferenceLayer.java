package org.rmi4mpi.ref;

import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectInputFilter;
import java.io.ObjectOutput;
import java.lang.invoke.MethodHandles;
import java.rmi.NoSuchObjectException;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.rmi.StubNotFoundException;
import java.rmi.server.ExportException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.rmi4mpi.dispatch.Dispatcher;
import org.rmi4mpi.dispatch.Quiescence;
import org.rmi4mpi.dispatch.RankProcess;
import org.rmi4mpi.dispatch.WaitPolicy;
import org.rmi4mpi.dispatch.Watchdogs;
import org.rmi4mpi.serial.MessageContext;
import org.rmi4mpi.serial.Serializer;
import org.rmi4mpi.serial.StreamCache;
import org.rmi4mpi.transport.Frame;
import org.rmi4mpi.transport.Transport;
import org.rmi4mpi.transport.TransportException;
import org.rmi4mpi.wire.ArraysTrailer;
import org.rmi4mpi.wire.FrameHeader;
import org.rmi4mpi.wire.FrameKind;
import org.rmi4mpi.wire.MemoryFrame;
import org.rmi4mpi.wire.ReplyFrame;
import org.rmi4mpi.wire.RequestFrame;

/** The reference layer of one rank: exports its objects, makes its calls, and answers those of others. Thread-safe. */
public final class ReferenceLayer {
    private static volatile ReferenceLayer current;
    /** Whether this rank has left its job. */
    private static volatile boolean hasEnded;

    private final Transport transport;
    private final Serializer serializer;
    private final Dispatcher dispatcher;
    private final ExportTable exports = new ExportTable();
    private final Collector collector;
    private final AsyncCallTable asyncs;
    private final Function<Remote, Object> replacement = this::replacement;
    private final Promises promises = new Promises(this);
    private final Interceptors interceptors = new Interceptors();
    private final ThreadLocal<CallerThread> callers = ThreadLocal.withInitial(() -> new CallerThread(this));
    private final ServedCalls served = new ServedCalls(this);
    private final ResponseTimeout responseTimeout = new ResponseTimeout();
    /** One entry per rank; empty if unknown. */
    private volatile List<RankProcess> processes = List.of();

    /**
     * @param policy how the threads of the rank wait
     * @param counts whether to count events: see {@link Dispatcher}
     * @param collects whether exported objects are collected when no rank refers to them any more
     */
    @SuppressWarnings("this-escape") // the objects only store it until the first request comes
    public ReferenceLayer(Transport transport, WaitPolicy policy, boolean counts, boolean collects) {
        this.transport = transport;
        asyncs = new AsyncCallTable(this);
        this.serializer = new Serializer(transport.rank(), transport.size());
        this.dispatcher = new Dispatcher(transport, () -> new CallServer(this), policy, counts);
        this.collector = collects ? new CountingCollector() : new NullCollector();
        collector.start(this);
    }

    /** Initialises the classes of calls in advance: see {@link Serializer#initialise}. */
    public static void initialise() {
        Serializer.initialise();
        for (Class<?> each : new Class<?>[] {
            StubCall.class, CallKind.class, AwaitedCall.class, RequestWriter.class, CallTimeoutException.class,
            FrameKind.class, FrameHeader.class, RequestFrame.class, ReplyFrame.class, ArraysTrailer.class,
            MemoryFrame.class,
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

    /** @param all one entry per rank */
    public void setProcesses(List<RankProcess> all) {
        processes = all;
    }

    /** See {@link Watchdogs#tellOverdue}. */
    public void tellOverdue(long limitNs) {
        dispatcher.watchdogs().tellOverdue(limitNs, processes, asyncs::all);
    }

    /** The line of stack traces between a callee and this rank. */
    StackTraceElement boundary(RemoteMethod method, String name, int callee) {
        return RemoteTrace.boundary(method.method(), name, nameOf(callee), nameOf(rank()));
    }

    private String nameOf(int of) {
        return "rank " + of + (of < processes.size() ? " on host " + processes.get(of).host() : "");
    }

    public int rank() {
        return transport.rank();
    }

    public int size() {
        return transport.size();
    }

    /**
     * Returns the layer of this process's rank.
     *
     * @throws IllegalStateException if the job does not run
     */
    public static ReferenceLayer current() {
        ReferenceLayer layer = current;
        if (layer == null) {
            throw new IllegalStateException(hasEnded
                    ? "the job has ended on this rank: make remote calls before MPI.Finalize(), or the end of main"
                    : "remote objects need a running job: call MPI.Init(args) first");
        }
        return layer;
    }

    /** @param layer null when the job ends */
    public static void makeCurrent(ReferenceLayer layer) {
        hasEnded = layer == null;
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
                new RemoteReference(this, rank(), exported.id(), exported.hold(object)));
        exported.stub(stub);
        return stub;
    }

    /** Creates a reference to an object of some rank. */
    public RemoteReference reference(int rank, long id) {
        return new RemoteReference(this, rank, id, null);
    }

    /**
     * Ends the export of an object.
     *
     * @return false if calls to it are running and {@code force} is not set; it stays exported then
     */
    public boolean unexport(Remote object, boolean force) throws NoSuchObjectException {
        return exports.remove(object, force, served::isRunning);
    }

    /** Limits calls by the JDK's property from now on: see {@link ResponseTimeout}. */
    public void useResponseTimeout() {
        responseTimeout.useProperty();
    }

    ResponseTimeout responseTimeout() {
        return responseTimeout;
    }

    /** Whether a method of an exported object is running. Well-known objects do not count. */
    public boolean runsMethods() {
        return served.runMethods();
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

    OutgoingCall beginCall(RemoteReference reference, RemoteMethod method) throws RemoteException {
        Dispatcher.requireStack();
        StubMode mode = reference.mode();
        return mode.batch() != null ? mode.batch().add(method) : callers.get().freeCall().begin(reference, method);
    }

    /** The replacement of a remote object in a message: its stub if it is exported, otherwise the object itself. */
    public Object replacement(Remote object) {
        Remote stub = stubOf(object);
        return stub == null ? object : stub instanceof Stub generated ? generated.writeReplace() : stub;
    }

    /** Runs a call of this rank to one of its own objects on this thread, and returns the reply. */
    Frame answerOwn(Frame request) {
        return served.free().runOwn(request.bytes().flip());
    }

    /** The calls that the threads of this rank run. */
    ServedCalls served() {
        return served;
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
        ServedCall call = innermost();
        return call == null ? null : call.info();
    }

    /** Records that the running method of this thread, if there is one, has interrupted this thread. */
    public static void noteSelfInterrupt() {
        ServedCall call = innermost();
        if (call != null) {
            call.noteSelfInterrupt();
        }
    }

    /** The calling state of this thread. */
    CallerThread callerThread() {
        return callers.get();
    }

    /** The asynchronous calls that this rank has made. */
    AsyncCallTable asyncs() {
        return asyncs;
    }

    /**
     * Returns the future of the last call that this thread made by an asynchronous view. Returns each future once.
     *
     * @throws IllegalStateException if there is none
     */
    public CompletableFuture<Object> takeFuture() {
        CompletableFuture<Object> future = callers.get().takeFuture();
        if (future == null) {
            throw new IllegalStateException("this thread has made no call by an asynchronous view since the last"
                    + " future: write Calls.future(Calls.async(stub).method())");
        }
        return future;
    }

    /** Waits until the asynchronous calls of this rank have ended, or the time is over. */
    public void awaitAsyncs(long timeoutNs) {
        long deadline = System.nanoTime() + timeoutNs;
        dispatcher.awaitUntil(() -> asyncs.isEmpty() || System.nanoTime() - deadline > 0);
    }

    /** See {@link Quiescence#await}. */
    public long rest(long deadline) {
        return dispatcher.quiescence().await(deadline, asyncs::isEmpty);
    }

    /** Ends the dispatcher. Pending calls fail. */
    public void stop() {
        dispatcher.stop();
        asyncs.fail(new TransportException("rank " + rank() + " has finalised the job"));
    }

    // ---- asynchronous calls by other ranks

    Promises promises() {
        return promises;
    }

    /** Cancels a call whose caller no longer needs the result. */
    void cancel(int caller, long callId) {
        if (promises.cancel(caller, callId) || promises.cancelHeld(caller, callId)) {
            return;
        }
        if (!served.cancel(caller, callId)) {
            promises.cancel(caller, callId); // the method may have returned a future meanwhile
        }
    }

    /** Sends the result of a future that a method returned. Called by the thread that completes the future. */
    void reply(int caller, long callId, Object result, Throwable thrown) {
        served.free().replyPromised(caller, callId, result, thrown);
    }

    OutgoingFrame newFrame() {
        return new OutgoingFrame(transport, dispatcher, collector);
    }

    /** Drops a frame that is not needed, with its arrays. Allocates nothing. */
    void drop(Frame frame) {
        try {
            discardArrays(frame);
        } finally {
            frame.release();
        }
    }

    /** Drops the arrays of a frame that no one has read. Allocates nothing. */
    void discardArrays(Frame frame) {
        ArrivingArrays.discard(frame, transport);
    }

    /** Does the work that threads could not do for want of stack or heap. */
    void lookAround() {
        promises.tellForgotten();
        asyncs.endForgotten();
    }

    /** The arrays beside a frame; null if there are none. */
    ArrivingArrays arraysOf(Frame frame) throws IOException {
        return ArrivingArrays.takeFrom(frame, transport, dispatcher);
    }

    /** The layer whose message an object is being read from; null if the stream is not that of a call. */
    static ReferenceLayer readingBy(ObjectInput in) {
        return in instanceof MessageContext message && message.context() instanceof ReferenceLayer layer ? layer : null;
    }

    Serializer serializer() {
        return serializer;
    }

    /** Opens a writer for the objects of a message. It replaces exported objects by their stubs. */
    ObjectOutput writer(StreamCache streams, OutgoingFrame frame, int receiver) throws IOException {
        return serializer.writer(streams, frame, receiver, replacement);
    }

    ExportTable exports() {
        return exports;
    }

    Collector collector() {
        return collector;
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
        return call == null ? -1 : call.caller();
    }

    /** Reports a reply that could not be sent. The transport tells the caller, if its rank still exists. */
    void reportLostReply(Exception e) {
        if (current != null) {
            System.err.println("rmi4mpi: a reply was not sent: " + e.getMessage());
        }
    }
}

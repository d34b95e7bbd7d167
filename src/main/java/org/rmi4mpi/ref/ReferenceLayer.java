package org.rmi4mpi.ref;

import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectInputFilter;
import java.io.ObjectOutput;
import java.lang.invoke.MethodHandles;
import java.rmi.NoSuchObjectException;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.rmi.server.ExportException;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.rmi4mpi.dispatch.Dispatcher;
import org.rmi4mpi.dispatch.RankProcess;
import org.rmi4mpi.dispatch.WaitPolicy;
import org.rmi4mpi.serial.MessageContext;
import org.rmi4mpi.serial.Serializer;
import org.rmi4mpi.serial.Streams;
import org.rmi4mpi.transport.Frame;
import org.rmi4mpi.transport.Transport;
import org.rmi4mpi.transport.TransportException;
import org.rmi4mpi.wire.ArraysTrailer;
import org.rmi4mpi.wire.FrameHeader;
import org.rmi4mpi.wire.FrameKind;
import org.rmi4mpi.wire.MemoryFrame;
import org.rmi4mpi.wire.ReplyFrame;
import org.rmi4mpi.wire.RequestFrame;

/** One rank's reference layer: exports objects, makes calls to those of others, and answers theirs. */
public final class ReferenceLayer {
    private static volatile ReferenceLayer current;

    private final Transport transport;
    private final Serializer serializer;
    private final Dispatcher dispatcher;
    private final ExportTable exports = new ExportTable();
    private final Collector collector;
    /** Of all threads; they go with these. Synchronized. */
    private final Set<IncomingCall> runners = Collections.newSetFromMap(new WeakHashMap<>());
    private final AsyncCalls asyncs;
    private final Function<Remote, Object> replacement = this::replacement;
    private final Promises promises = new Promises(this);
    private final Interceptors interceptors = new Interceptors();
    private final ThreadLocal<CallerThread> callers = ThreadLocal.withInitial(() -> new CallerThread(this));
    private final ThreadLocal<IncomingCall> incoming = ThreadLocal.withInitial(() -> new IncomingCall(this));

    /**
     * @param policy how its threads wait
     * @param counts see {@link Dispatcher}
     * @param collects whether exported objects are collected when nobody refers to them any more
     */
    @SuppressWarnings("this-escape") // to what calls back when the first request has come
    public ReferenceLayer(Transport transport, WaitPolicy policy, boolean counts, boolean collects) {
        this.transport = transport;
        asyncs = new AsyncCalls(this);
        this.serializer = new Serializer(transport.rank(), transport.size());
        this.dispatcher = new Dispatcher(transport, () -> new CallServer(this), policy, counts);
        this.collector = collects ? new CountingCollector() : new NullCollector();
        collector.start(this);
    }

    /** Initialises the classes that calls are made by: see {@link Serializer#initialise}. */
    public static void initialise() {
        Serializer.initialise();
        for (Class<?> each : new Class<?>[] {
            ThreadCall.class, CallKind.class, Exchange.class, Request.class, CallTimeoutException.class, FrameKind.class,
            FrameHeader.class, RequestFrame.class, ReplyFrame.class, ArraysTrailer.class, MemoryFrame.class,
            CallInfo.class, BatchedCalls.class // nothing is inlined whose signature names a class that is not there
        }) {
            try {
                MethodHandles.lookup().ensureInitialized(each);
            } catch (IllegalAccessException e) {
                throw new IllegalAccessError(e.getMessage()); // it is this package's, or public
            }
        }
    }

    public Dispatcher dispatcher() {
        return dispatcher;
    }

    /** See {@link Dispatcher#tellOverdue}. */
    public void tellOverdue(long limitNs, List<RankProcess> processes) {
        dispatcher.tellOverdue(limitNs, processes, asyncs::all);
    }

    public int rank() {
        return transport.rank();
    }

    public int size() {
        return transport.size();
    }

    /** The layer of this process's rank, while the job runs. */
    public static ReferenceLayer current() {
        ReferenceLayer layer = current;
        if (layer == null) {
            throw new IllegalStateException(
                    "remote objects need a running job: call MPI.Init(args) first, and nothing after MPI.Finalize()");
        }
        return layer;
    }

    /** Null when the job ends. */
    public static void makeCurrent(ReferenceLayer layer) {
        current = layer;
    }

    /**
     * Makes an object callable from every rank.
     *
     * @return the stub
     * @throws ExportException where it is exported already
     */
    public Remote export(Remote object) throws ExportException {
        return export(object, null);
    }

    /** @param filter asked of what comes as arguments; null where there is none but that of the process */
    public Remote export(Remote object, ObjectInputFilter filter) throws ExportException {
        return export(exports.newId(), object, filter);
    }

    /** As {@link #export(Remote)}, under an id below 64 that other ranks know. */
    public Remote export(long id, Remote object) throws ExportException {
        return export(id, object, null);
    }

    /** As {@link #export(Remote, ObjectInputFilter)}, under such an id. */
    public Remote export(long id, Remote object, ObjectInputFilter filter) throws ExportException {
        ExportedObject exported = new ExportedObject(id, object, filter, exports.gone());
        Remote stub = newStub(object, exported);
        if (id < ExportTable.WELL_KNOWN) {
            exported.pin();
        } else {
            collector.export(exported);
        }
        exports.add(exported);
        return stub;
    }

    /** The object is there as long as its stub is, or its export. */
    private Remote newStub(Remote object, ExportedObject exported) {
        Remote stub = Stubs.of(object.getClass(),
                new RemoteReference(this, rank(), exported.id(), exported.hold(object)));
        exported.stub(stub);
        return stub;
    }

    /** A reference to an object of some rank. */
    public RemoteReference reference(int rank, long id) {
        return new RemoteReference(this, rank, id, null);
    }

    /**
     * Ends the export of an object.
     *
     * @return false where calls to it are under way and force is not set: it stays exported then
     */
    public boolean unexport(Remote object, boolean force) throws NoSuchObjectException {
        return exports.remove(object, force, this::isRunning);
    }

    private boolean isRunning(ExportedObject object) {
        synchronized (runners) {
            for (IncomingCall runner : runners) {
                if (runner.target() == object) {
                    return true;
                }
            }
            return false;
        }
    }

    /** Whether a method of an exported object is being run, those apart that every rank knows. */
    public boolean runsMethods() {
        synchronized (runners) {
            for (IncomingCall runner : runners) {
                ExportedObject target = runner.target();
                if (target != null && target.id() >= ExportTable.WELL_KNOWN) {
                    return true;
                }
            }
            return false;
        }
    }

    void add(IncomingCall runner) {
        synchronized (runners) {
            runners.add(runner);
        }
    }

    /** The stub of an exported object; null where it is not exported. */
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

    OutgoingCall begin(RemoteReference reference, RemoteMethod method) throws RemoteException {
        Dispatcher.requireStack();
        CallMode mode = reference.mode();
        return mode.batch() != null ? mode.batch().add(method) : callers.get().freeCall().begin(reference, method);
    }

    /** What travels in a remote object's place: the stub of one that is exported, otherwise the object itself. */
    public Object replacement(Remote object) {
        Remote stub = stubOf(object);
        return stub == null ? object : stub instanceof Stub generated ? generated.writeReplace() : stub;
    }

    /** Runs a call of this rank to one of its own objects, on this thread, and returns the reply. */
    Frame answerOwn(Frame request) {
        return incoming.get().free().runOwn(request.bytes().flip());
    }

    /** The calls of a thread of the dispatcher are this thread's, also those to itself. */
    void adopt(IncomingCall call) {
        incoming.set(call);
    }

    /** All calls of this rank, made and served, come to them. */
    public Interceptors interceptors() {
        return interceptors;
    }

    /** The call that this thread runs; null where it runs none. */
    public static CallInfo currentCall() {
        ReferenceLayer layer = current;
        IncomingCall call = layer == null ? null : layer.incoming.get().innermost();
        return call == null ? null : call.info();
    }

    /** The method that this thread runs, if there is one, has just interrupted this thread. */
    public static void methodInterruptsItself() {
        ReferenceLayer layer = current;
        IncomingCall call = layer == null ? null : layer.incoming.get().innermost();
        if (call != null) {
            call.interruptsItself();
        }
    }

    /** For the calls of this thread. */
    CallerThread callerThread() {
        return callers.get();
    }

    /** The asynchronous calls of this rank. */
    AsyncCalls asyncs() {
        return asyncs;
    }

    /**
     * The future of the last call that this thread has made by an asynchronous view; each once.
     *
     * @throws IllegalStateException where there is none
     */
    public CompletableFuture<Object> takeFuture() {
        CompletableFuture<Object> future = callers.get().takeFuture();
        if (future == null) {
            throw new IllegalStateException("this thread has made no call by an asynchronous view since the last future:"
                    + " write Calls.future(Calls.async(stub).method())");
        }
        return future;
    }

    /** Returns when the asynchronous calls of this rank have ended, or so much time has passed. */
    public void awaitAsyncs(long timeoutNs) {
        long deadline = System.nanoTime() + timeoutNs;
        dispatcher.awaitUntil(() -> asyncs.isEmpty() || System.nanoTime() - deadline > 0);
    }

    /** See {@link Dispatcher#rest}. */
    public long rest(long deadline) {
        return dispatcher.rest(deadline, asyncs::isEmpty);
    }

    /** Ends the dispatcher; calls that are pending fail. */
    public void stop() {
        dispatcher.stop();
        asyncs.fail(new TransportException("rank " + rank() + " has finalised the job"));
    }

    // ---- asynchronous calls of others

    Promises promises() {
        return promises;
    }

    /** A rank has no interest any more in a call that it has made. */
    void cancel(int caller, long callId) {
        if (promises.cancel(caller, callId) || promises.cancelHeld(caller, callId)) {
            return;
        }
        synchronized (runners) {
            for (IncomingCall runner : runners) {
                if (runner.cancel(caller, callId)) {
                    return;
                }
            }
        }
        promises.cancel(caller, callId); // where the method has returned meanwhile
    }

    /** Sends the reply that a method has promised, from whichever thread has brought it about. */
    void reply(int caller, long callId, Object result, Throwable thrown) {
        incoming.get().free().replyPromised(caller, callId, result, thrown);
    }

    OutgoingFrame newFrame() {
        return new OutgoingFrame(transport, dispatcher, collector);
    }

    /** Takes what has come beside a frame that nobody wants, and releases it. Needs no memory. */
    void drop(Frame frame) {
        try {
            discardArrays(frame);
        } finally {
            frame.release();
        }
    }

    /** Takes what has come beside a frame, which nobody has looked at. Needs no memory. */
    void discardArrays(Frame frame) {
        ArrivingArrays.discard(frame, transport);
    }

    /** Does what threads could not do at the end of their stack or of the heap. */
    void lookAround() {
        promises.tellForgotten();
        asyncs.endForgotten();
    }

    /** That arrive beside a frame; null where there are none. */
    ArrivingArrays arraysOf(Frame frame) throws IOException {
        return ArrivingArrays.of(frame, transport, dispatcher);
    }

    /** Whose call's message an object is being read from; null where the stream is another one's, a file's perhaps. */
    static ReferenceLayer readingBy(ObjectInput in) {
        return in instanceof MessageContext message && message.context() instanceof ReferenceLayer layer ? layer : null;
    }

    Serializer serializer() {
        return serializer;
    }

    /** For the objects of a message, in which stubs travel in place of exported ones. */
    ObjectOutput writer(Streams streams, OutgoingFrame frame, int receiver) throws IOException {
        return serializer.writer(streams, frame, receiver, replacement);
    }

    ExportTable exports() {
        return exports;
    }

    Collector collector() {
        return collector;
    }

    /** How many objects are exported, those apart that every rank knows. */
    public int exported() {
        return exports.size();
    }

    /** Before the dispatcher stops: what goes from here on is not told any more. */
    public void stopCollecting() {
        collector.stop();
    }

    /** The rank whose call this thread runs; -1 where it runs none. */
    public static int callerRank() {
        ReferenceLayer layer = current;
        IncomingCall call = layer == null ? null : layer.incoming.get().innermost();
        return call == null ? -1 : call.caller();
    }

    /** A reply could not be sent; its caller is told by the transport, or gone. */
    void replyLost(Exception e) {
        if (current != null) {
            System.err.println("rmi4mpi: a reply was not sent: " + e.getMessage());
        }
    }
}

package org.rmi4mpi.ref;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.rmi.Remote;
import java.rmi.UnmarshalException;
import java.util.Collections;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.rmi4mpi.dispatch.Dispatcher;
import org.rmi4mpi.dispatch.Probe;
import org.rmi4mpi.dispatch.RecentEvents;
import org.rmi4mpi.dispatch.ServedMethod;
import org.rmi4mpi.ref.collect.Collector;
import org.rmi4mpi.ref.collect.ExportTable;
import org.rmi4mpi.ref.stub.IncomingCall;
import org.rmi4mpi.serial.StreamCache;
import org.rmi4mpi.transport.Frame;
import org.rmi4mpi.wire.BatchedCall;
import org.rmi4mpi.wire.FrameHeader;
import org.rmi4mpi.wire.FrameKind;
import org.rmi4mpi.wire.RequestFrame;

/**
 * Runs the calls of a thread, one at a time: finds the object and the method, and calls the skeleton. Package {@code
 * org.rmi4mpi.rmi} has a table of the exceptions that the caller sees. Owned by its thread.
 */
final class ServedCall extends IncomingCall implements ServedMethod {
    private final ServedCalls calls;
    private final Marshaller marshaller;
    private final RequestReader request;
    private final ReplyWriter reply;
    private final ExportTable<ExportedObject> exports;
    private final Collector collector;
    private final Interceptors interceptors;
    private final Probe probe;
    private final RecentEvents recent;
    private final Cancellation cancellation = new Cancellation();
    /** Runs the calls that begin while this one runs. Null before the first of them. */
    private ServedCall deeper;
    private boolean isUnderWay;
    /** Null between calls. Read without synchronization by other threads, for their messages. */
    private MethodTable.Entry method;
    /** The last method that has run. It stays after {@link #clear}. */
    private MethodTable.Entry lastRun;
    /** Whether it has run in this call. */
    private boolean hasRun;
    /** Whether the probe knows its beginning, and not its end. */
    private boolean isOpen;
    /** When it began, by the clock of the probe. */
    private long began;
    /** When it ended, by the same clock, and whether that has been read. */
    private long ended;
    private boolean hasEnded;
    private long replyBytes;
    private int caller;
    private long callId;
    /** See {@link #isInMethod()}. */
    private boolean isInMethod;

    private ExportedObject target;
    private Remote object;
    /** Null for none. */
    private Map<String, String> metadata;
    private boolean isBatch;
    /** The future that the method has returned, if it is not complete; otherwise null. */
    private CompletableFuture<?> promised;
    /** Whether the method has interrupted its own thread. */
    private boolean interruptsItself;

    /** @param calls creates more of them */
    ServedCall(ServedCalls calls, Marshaller marshaller, Dispatcher dispatcher, ExportTable<ExportedObject> exports,
            Collector collector, Interceptors interceptors) {
        this.calls = calls;
        this.marshaller = marshaller;
        this.exports = exports;
        this.collector = collector;
        this.interceptors = interceptors;
        probe = dispatcher.probe();
        recent = dispatcher.recent();
        StreamCache streams = new StreamCache();
        request = new RequestReader(marshaller, streams);
        reply = new ReplyWriter(this, marshaller, dispatcher, streams);
    }

    RequestReader request() {
        return request;
    }

    ReplyWriter reply() {
        return reply;
    }

    @Override
    public int caller() {
        return caller;
    }

    @Override
    public long callId() {
        return callId;
    }

    @Override
    public Object method() {
        return lastRun;
    }

    void setCaller(int rank) {
        caller = rank;
    }

    /** Whether the method has begun, and has not returned. Otherwise what fails is reading or writing a message. */
    boolean isInMethod() {
        return isInMethod;
    }

    void enterMethod() {
        isInMethod = true;
    }

    void leaveMethod() {
        isInMethod = false;
    }

    /** Describes the call for error messages. */
    String where() {
        MethodTable.Entry current = method;
        return (current == null ? "" : " of " + current.name()) + " at rank " + marshaller.rank() + " for rank "
                + caller;
    }

    /** Returns the first object of the chain that is not in use. This object is the beginning of the chain. */
    ServedCall free() {
        ServedCall call = this;
        while (call.isUnderWay) {
            if (call.deeper == null) {
                call.deeper = calls.newCall();
            }
            call = call.deeper;
        }
        return call;
    }

    /** The innermost running call; null if none runs. */
    ServedCall innermost() {
        ServedCall found = null;
        for (ServedCall call = this; call != null && call.isUnderWay; call = call.deeper) {
            found = call;
        }
        return found;
    }

    Cancellation cancellation() {
        return cancellation;
    }

    /** The object whose method runs; null between calls. */
    ExportedObject target() {
        return target;
    }

    boolean isUnderWay() {
        return isUnderWay;
    }

    /** Cancels the call if it is the one with this id. Called by any thread. */
    boolean cancel(int ofCaller, long id) {
        return caller == ofCaller && cancellation.cancel(id);
    }

    /** The future that the method has returned; null if it has returned a value. */
    CompletableFuture<?> promised() {
        return promised;
    }

    /**
     * Sends the result of a future that a method has returned.
     *
     * @throws StackOverflowError if this thread has too little stack; another thread has to send it then
     */
    void replyPromised(int ofCaller, long id, Object result, Throwable thrown) {
        Dispatcher.requireStack();
        caller = ofCaller;
        request.setWholeLength(0);
        reply.expectReply(id);
        try {
            reply.makeReady(); // if this fails, another thread tries again
            writePromised(result, thrown);
            reply.send(id);
            reply.discard();
        } finally {
            reply.expectNone();
        }
    }

    private void writePromised(Object result, Throwable thrown) {
        isUnderWay = true;
        enterMethod(); // the exception is the program's
        try {
            reply.putPromised(result, thrown);
        } catch (OutOfMemoryError e) {
            reply.putNoMemory(e);
        } finally {
            isUnderWay = false;
        }
    }

    // ---- calls of this rank to itself

    /** Runs a call on the caller's own thread. The method does not see an earlier interrupt of the thread. */
    Frame runOwn(ByteBuffer ofCaller, OwnMessage rest) {
        caller = marshaller.rank();
        request.takeOwn(rest);
        reply.expectOwn();
        boolean interrupted = Thread.interrupted();
        interruptsItself = false;
        try {
            answer(ofCaller);
        } finally {
            reply.expectNone();
            clear();
            hasRun = false;
            if (isOpen) {
                tellProbe();
            }
            if (interruptsItself) {
                // clears the method's own interrupt, and keeps those by other threads for the caller
                Thread.interrupted();
            }
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
        isUnderWay = true; // until the caller has read the reply
        return new OwnReply(this, reply.endOwn(), reply.restOfOwn());
    }

    /** The caller has read the reply. */
    void releaseOwnReply() {
        isUnderWay = false;
        reply.discard();
    }

    // ---- running methods

    /** Runs the method of a request, and writes the reply. */
    void answer(ByteBuffer ofRequest) {
        isUnderWay = true;
        try {
            marshaller.tellKnown(caller, FrameHeader.classes(ofRequest));
            request.begin(ofRequest);
            callId = FrameHeader.callId(ofRequest);
            target = exports.get(RequestFrame.objectId(ofRequest));
            object = target == null ? null : target.object();
            if (object == null) {
                reply.writeHeader(FrameKind.NO_OBJECT);
            } else {
                if (RequestFrame.keepsObject(ofRequest)) {
                    collector.begin(target, caller, RequestFrame.WEIGHT);
                }
                call(RequestFrame.methodHash(ofRequest));
            }
        } catch (IOException | RuntimeException e) {
            reply.putThrown(new UnmarshalException("error unmarshalling arguments" + where(), e));
        }
    }

    /** Clears everything of the call except its reply. Allocates nothing. */
    void clear() {
        method = null;
        metadata = null;
        if (promised != null) {
            promised = null;
        }
        request.release();
        target = null;
        object = null;
        isUnderWay = false;
    }

    private void call(long hash) throws IOException {
        Map<String, String> sent = request.metadata();
        if (sent != null) {
            metadata = sent;
        }
        method = target.methods().find(hash);
        if (method != null) {
            Throwable thrown = callMethod();
            if (thrown != null) {
                reply.putThrown(thrown);
            }
        } else if (hash == RequestFrame.BATCH || hash == RequestFrame.AGGREGATE) {
            callAll(hash == RequestFrame.BATCH);
        } else {
            reply.writeHeader(FrameKind.NO_METHOD);
        }
    }

    /**
     * Runs the calls of a batch until the caller cancels.
     *
     * @param endsAtFailure whether a call that fails is the last one
     */
    private void callAll(boolean endsAtFailure) throws IOException {
        ByteBuffer all = request.bytes();
        int end = all.limit();
        long count = all.getLong();
        isBatch = true;
        request.markBatch();
        WaitHabit habit = null; // That of the first method stands for all: a clock would take longer than a short method.
        long began = 0;
        long found = 0;
        try {
            reply.writeHeader(FrameKind.RESULT);
            for (int i = 0; i < count && !cancellation.isRequested(); i++) {
                long length = BatchedCall.length(all);
                int next = BatchedCall.enter(all);
                if (next < 0) {
                    throw new UnmarshalException("call " + i + " of a batch of " + count + ": " + length + " bytes");
                }
                long hash = all.getLong();
                if (method == null || hash != found) {
                    method = target.methods().find(hash);
                    found = hash;
                }
                if (habit == null && method != null) {
                    habit = method.habit();
                    began = habit.begin();
                }
                Throwable thrown = method == null ? new UnmarshalException(ReplyReader.NO_METHOD) : runMethod();
                if (thrown != null && endsAtFailure) {
                    String name = method == null ? "unknown" : method.name();
                    reply.putException(new BatchException(i, count, name, reply.inServer(thrown)));
                    return;
                }
                if (thrown != null) {
                    request.abandonObjects(); // the next call has its own
                }
                if (!endsAtFailure) {
                    Thread.interrupted(); // that of this call
                }
                all.limit(end).position(next);
            }
        } finally {
            if (habit != null) {
                habit.end(began);
            }
            isBatch = false;
        }
    }

    /** Runs the method. Returns the exception that it throws, or null. */
    private Throwable callMethod() {
        WaitHabit habit = method.habit();
        long began = habit.begin();
        try {
            return runMethod();
        } finally {
            habit.end(began);
        }
    }

    private Throwable runMethod() {
        Thread current = Thread.currentThread();
        ClassLoader previous = current.getContextClassLoader();
        ClassLoader loader = target.loader();
        leaveMethod();
        noteRun();
        long bytesBefore = isBatch ? reply.length() : 0;
        replyBytes = 0;
        began = probe.time();
        probe.methodBegins(this, began);
        isOpen = true;
        hasEnded = false;
        try {
            if (previous != loader) {
                current.setContextClassLoader(loader);
            }
            if (!interceptors.isEmpty()) {
                callIntercepted();
            } else {
                method.skeleton().call(method.number(), object, this);
            }
            replyBytes = promised == null ? reply.length() - bytesBefore : 0;
            return null;
        } catch (Throwable e) {
            return e;
        } finally {
            if (current.getContextClassLoader() != previous) {
                current.setContextClassLoader(previous);
            }
            if (isBatch) {
                tellProbe();
            }
        }
    }

    private void noteRun() {
        hasRun = true;
        if (lastRun != method) { // As in RequestCall.setMethod.
            lastRun = method;
        }
    }

    /** Tells reports that the method has ended, if one has run. Called after its reply has left. */
    void tellEnd() {
        if (hasRun) {
            hasRun = false;
            if (isOpen) {
                tellProbe();
            }
            recent.methodEnds(lastRun.text(), caller, callId);
        }
    }

    /**
     * What the thread does from now on is not the method's. Without this the method ends where {@link #tellEnd} is called, which
     * saves the caller of a short reply a reading of the clock.
     */
    void endTime() {
        if (isOpen && !hasEnded) {
            hasEnded = true;
            ended = probe.time();
        }
    }

    private void tellProbe() {
        endTime();
        isOpen = false;
        probe.methodEnds(this, replyBytes, began, ended);
    }

    private void callIntercepted() throws Throwable {
        CallInfo info = info();
        Throwable thrown = null;
        try {
            interceptors.tellServing(info);
            method.skeleton().call(method.number(), object, this);
        } catch (Throwable e) {
            thrown = e;
            throw e;
        } finally {
            interceptors.tellServed(info, thrown);
        }
    }

    /** The running call, for the method itself. */
    CallInfo info() {
        return new CallInfo(method == null ? null : method.method(), caller, marshaller.rank(),
                metadata == null ? Map.of() : Collections.unmodifiableMap(metadata));
    }

    void noteSelfInterrupt() {
        interruptsItself = true;
    }

    // ---- for skeletons

    @Override
    protected ByteBuffer arguments() {
        return request.bytes();
    }

    @Override
    public void putVoid() {
        if (!isBatch) {
            reply.writeHeader(FrameKind.RESULT);
        }
    }

    @Override
    public void putLong(long value) {
        reply.writeHeader(FrameKind.RESULT).putLong(value);
    }

    @Override
    public Object getObject() throws UnmarshalException {
        try {
            return request.readObject(caller, target);
        } catch (IOException | ClassNotFoundException e) {
            throw new UnmarshalException("error unmarshalling arguments" + where(), e);
        }
    }

    @Override
    public void endArguments() throws UnmarshalException {
        try {
            request.endObjects();
        } catch (IOException e) {
            throw new UnmarshalException("error unmarshalling arguments" + where(), e);
        }
        if (!isBatch) {
            request.release();
        }
        enterMethod();
    }

    @Override
    public void putObject(Object value) {
        if (!isBatch && method.promises() && value instanceof CompletionStage<?> stage) {
            CompletableFuture<?> future = stage.toCompletableFuture();
            if (future instanceof UnreturnableFuture unreturnable && !future.isDone()) {
                throw new IllegalStateException(unreturnable.whyUnreturnable());
            }
            promised = future;
        } else {
            reply.putObject(value);
        }
    }

    @Override
    public String toString() {
        MethodTable.Entry current = method;
        if (current != null) {
            return "runs " + current.name() + " for rank " + caller;
        }
        return isUnderWay ? "takes or answers a call of rank " + caller : "runs no call";
    }
}

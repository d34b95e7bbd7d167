package org.rmi4mpi.ref;

import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectInputStream;
import java.io.ObjectOutput;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.rmi.MarshalException;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.rmi.ServerError;
import java.rmi.ServerException;
import java.rmi.UnmarshalException;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.locks.LockSupport;
import org.rmi4mpi.dispatch.CallRunner;
import org.rmi4mpi.dispatch.Dispatcher;
import org.rmi4mpi.serial.Streams;
import org.rmi4mpi.transport.ArrayTransfer;
import org.rmi4mpi.transport.Frame;
import org.rmi4mpi.transport.TransportException;
import org.rmi4mpi.wire.ArraysTrailer;
import org.rmi4mpi.wire.FrameHeader;
import org.rmi4mpi.wire.FrameKind;
import org.rmi4mpi.wire.MemoryFrame;
import org.rmi4mpi.wire.ReplyFrame;
import org.rmi4mpi.wire.RequestFrame;

/**
 * The calls that a thread runs, one at a time. A {@link Skeleton} takes the arguments from it, and gives it the result.
 * Who throws what is what the caller sees: see the table in package {@code org.rmi4mpi.rmi}. Owned by its thread.
 */
public final class IncomingCall implements CallRunner {
    private static final long IS_BEING_CANCELLED = 1;
    private static final long CANCELLED = 2;
    private static final long NAP_NS = 1_000_000;
    private static final VarHandle RUNNING;

    static {
        try {
            RUNNING = MethodHandles.lookup().findVarHandle(IncomingCall.class, "running", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final ReferenceLayer layer;
    private final OutgoingFrame reply;
    private final Streams streams = new Streams();
    private IncomingCall deeper;
    private boolean underWay;
    /** Null before the first call that it runs for the dispatcher. */
    private Thread thread;
    /** The id of the call that it runs, if that can be cancelled; 0 for none, or one of the two below. */
    private long running;
    /** What the method has returned, where that is still to be completed. */
    private CompletableFuture<?> promised;

    /** Other threads read it for what they print. */
    private MethodTable.Entry method;
    private int caller;
    /** Of an asynchronous call, and runs what depends on its future. */
    private boolean takesReply;
    private boolean oneWay;
    private Frame request;
    /** Of the request and the arrays beside it. */
    private long requestBytes;
    private ByteBuffer bytes;
    private ExportedObject target;
    private Remote object;
    private ObjectInput in;
    private ArrivingArrays arrays;
    /** Null for none. */
    private Map<String, String> metadata;
    private boolean isBatch;
    /** Whether the reply to the call has been sent, or none is due. */
    private boolean isAnswered;
    /** The method has interrupted its own thread. */
    private boolean interruptsItself;

    IncomingCall(ReferenceLayer layer) {
        this.layer = layer;
        reply = layer.newFrame();
        layer.add(this);
    }

    /** This one, or where it is under way the next one. */
    IncomingCall free() {
        IncomingCall call = this;
        while (call.underWay) {
            if (call.deeper == null) {
                call.deeper = new IncomingCall(layer);
            }
            call = call.deeper;
        }
        return call;
    }

    /** The one that is under way innermost; null where none is. */
    IncomingCall innermost() {
        IncomingCall found = null;
        for (IncomingCall call = this; call != null && call.underWay; call = call.deeper) {
            found = call;
        }
        return found;
    }

    /** What it runs a method of; null between calls. */
    ExportedObject target() {
        return target;
    }

    int caller() {
        return caller;
    }

    @Override
    public void makeReady() {
        reply.makeReady();
        if (thread == null) {
            layer.adopt(this);
            thread = Thread.currentThread();
        }
    }

    @Override
    public void lookAround() {
        layer.lookAround();
    }

    /** From now on the call can be cancelled, if its caller may want that. */
    @Override
    public void begins(Frame frame) {
        ByteBuffer header = frame.bytes();
        if (FrameKind.isCall(FrameHeader.kind(header))) {
            caller = frame.sender();
            boolean mayEnd = RequestFrame.isCancellable(header);
            RUNNING.setOpaque(this, mayEnd ? FrameHeader.callId(header) : 0);
        }
    }

    @Override
    public void run(Frame frame) {
        byte kind = FrameHeader.kind(frame.bytes());
        long id = FrameHeader.callId(frame.bytes());
        if (FrameKind.isReply(kind)) {
            takesReply = true;
            try {
                layer.asyncs().replied(frame);
            } finally {
                takesReply = false;
            }
        } else if (kind == FrameKind.CANCEL) {
            int sender = frame.sender();
            frame.release();
            layer.cancel(sender, id);
        } else if (kind == FrameKind.REFUSED) {
            refuse(frame, id);
        } else {
            oneWay = kind == FrameKind.ONE_WAY;
            isAnswered = false;
            runToEnd(frame, id);
        }
    }

    /** Until the call is answered: nobody else answers it. */
    private void runToEnd(Frame frame, long id) {
        for (boolean isFirst = true; !isAnswered; isFirst = false) {
            try {
                if (isFirst) {
                    run(frame, id);
                } else {
                    over();
                    putNoMemory(null);
                    sendAgain(id);
                }
            } catch (OutOfMemoryError | LinkageError e) { // a class may find no memory, too
                layer.dispatcher().outOfMemory();
                LockSupport.parkNanos(NAP_NS);
            }
        }
    }

    private void run(Frame frame, long id) {
        request = frame;
        requestBytes = ArraysTrailer.wholeLength(frame.bytes());
        boolean wanted = true;
        CompletableFuture<?> later = null;
        try {
            wanted = !layer.promises().isCancelled(caller, id) && !isBeingCancelled();
            if (wanted) {
                answer(frame.bytes());
            }
            later = promised;
            if (later != null) {
                layer.promises().add(caller, id, later); // while it can still be cancelled as a call that runs
            }
        } catch (Throwable e) {
            later = null;
            putNoMemory(e);
        }
        promised = null;
        over();
        if ((long) RUNNING.getOpaque(this) != 0 && !RUNNING.compareAndSet(this, id, 0L)) {
            isAnswered = true;
            endCancelled();
            layer.promises().cancel(caller, id);
        } else if (wanted && later == null && !oneWay) {
            send(id);
        }
        isAnswered = true;
        reply.discard();
    }

    /** A request for which there was no memory: its caller is told. */
    private void refuse(Frame refusal, long id) {
        ByteBuffer told = refusal.bytes();
        caller = refusal.sender();
        boolean isAwaited = told.getShort(MemoryFrame.REFUSED) != FrameKind.ONE_WAY;
        ByteBuffer answer = reply.beginAnew(FrameKind.NO_MEMORY, caller);
        MemoryFrame.put(answer, told.getShort(MemoryFrame.MEMORY), (byte) told.getShort(MemoryFrame.REFUSED),
                told.getInt(MemoryFrame.RANK), told.getLong(MemoryFrame.WANTED), told.getLong(MemoryFrame.USED),
                told.getLong(MemoryFrame.LIMIT));
        layer.drop(refusal);
        tellRefused(id, isAwaited, answer);
    }

    @Override
    public void refuse(Frame call) {
        long id = FrameHeader.callId(call.bytes());
        byte kind = FrameHeader.kind(call.bytes());
        caller = call.sender();
        requestBytes = ArraysTrailer.wholeLength(call.bytes());
        try {
            layer.drop(call);
        } catch (TransportException e) {
            // what comes beside it does not; its caller is told all the same
        }
        ByteBuffer answer = reply.beginAnew(FrameKind.NO_MEMORY, caller);
        MemoryFrame.put(answer, MemoryFrame.THREADS, kind, layer.rank(), requestBytes, layer.dispatcher().threads(), -1);
        if (isWanted(id)) {
            tellRefused(id, kind != FrameKind.ONE_WAY, answer);
        }
    }

    private boolean isWanted(long id) {
        try {
            return !layer.promises().isCancelled(caller, id);
        } catch (OutOfMemoryError e) {
            return true;
        }
    }

    private void tellRefused(long id, boolean isAwaited, ByteBuffer answer) {
        if (!isAwaited) {
            System.err.println("rmi4mpi: rank " + layer.rank() + " does not make a one-way call of rank " + caller + ": "
                    + NoMemory.of(answer).text());
            return;
        }
        isAnswered = false;
        while (!isAnswered) {
            try {
                send(id);
            } catch (OutOfMemoryError | LinkageError e) {
                layer.dispatcher().outOfMemory();
                LockSupport.parkNanos(NAP_NS);
            }
        }
    }

    /** Answers, without taking memory, that there was none for the call. */
    private void putNoMemory(Throwable e) {
        Runtime heap = Runtime.getRuntime();
        boolean isStack = e instanceof StackOverflowError;
        MemoryFrame.put(reply.beginAnew(FrameKind.NO_MEMORY, caller),
                isStack ? MemoryFrame.STACK : MemoryFrame.HEAP, FrameKind.REQUEST, layer.rank(), requestBytes,
                isStack ? -1 : heap.totalMemory() - heap.freeMemory(), isStack ? -1 : heap.maxMemory());
    }

    /** The caller has lost interest while the method ran: its interrupt is over. */
    private void endCancelled() {
        while ((long) RUNNING.getAcquire(this) != CANCELLED) {
            Thread.onSpinWait();
        }
        RUNNING.setOpaque(this, 0L);
        Thread.interrupted();
    }

    private boolean isBeingCancelled() {
        long id = (long) RUNNING.getOpaque(this);
        return id == IS_BEING_CANCELLED || id == CANCELLED;
    }

    /** Interrupts the method where it is this call that is being run; for any thread. */
    boolean cancel(int ofCaller, long id) {
        if (id == 0 || caller != ofCaller || !RUNNING.compareAndSet(this, id, IS_BEING_CANCELLED)) {
            return false;
        }
        thread.interrupt();
        RUNNING.setRelease(this, CANCELLED);
        return true;
    }

    /**
     * Sends what a method has promised.
     *
     * @throws StackOverflowError where the thread that has kept the promise has too little stack: another one has to send it
     */
    void reply(int ofCaller, long id, Object result, Throwable thrown) {
        Dispatcher.requireStack();
        caller = ofCaller;
        requestBytes = 0;
        isAnswered = false;
        reply.makeReady(); // or it is done again by another thread
        underWay = true;
        try {
            putPromised(result, thrown);
        } catch (OutOfMemoryError e) {
            putNoMemory(e);
        } finally {
            underWay = false;
        }
        send(id);
        reply.discard();
    }

    /** A thread of the program may end its stack in this: then nothing is told, for one of the crew does it again. */
    private void putPromised(Object result, Throwable thrown) {
        if (thread == null && isWritten(result, thrown)) {
            return;
        } else if (thrown != null) {
            putException(inServer(thrown));
        } else {
            putObject(result);
        }
    }

    private boolean isWritten(Object result, Throwable thrown) {
        try {
            begin(thrown == null ? FrameKind.RESULT : FrameKind.EXCEPTION);
            write(thrown == null ? result : inServer(thrown));
            return true;
        } catch (Throwable e) {
            leaveToCrew(e);
            return false; // what it is comes again, and is told
        }
    }

    private void send(long id) {
        try {
            sendWritten(id);
        } catch (TransportException e) {
            isAnswered = true; // as far as that is possible
            layer.replyLost(e);
        } catch (Throwable e) {
            if (!isAnswered) { // nothing has left
                leaveToCrew(e);
                putFailure(e);
                sendAgain(id);
            }
        }
    }

    /** What a thread of the program has no stack for one of the crew does, from the beginning. */
    private void leaveToCrew(Throwable e) {
        if (thread == null && e instanceof StackOverflowError noStack) {
            throw noStack;
        }
    }

    private void putFailure(Throwable e) {
        try {
            if (e instanceof IOException) {
                putException(new MarshalException("error marshalling return" + where(), (IOException) e));
                return;
            }
        } catch (OutOfMemoryError another) {
            // which is what is told
        }
        putNoMemory(e);
    }

    private void sendAgain(long id) {
        try {
            sendWritten(id);
        } catch (IOException | RuntimeException e) {
            isAnswered = true; // as far as that is possible
            layer.replyLost(e);
        }
    }

    private void sendWritten(long id) throws IOException {
        Frame written = reply.end();
        FrameHeader.putCallId(written.bytes(), id);
        layer.dispatcher().reply(caller, written);
        isAnswered = true;
        List<ArrayTransfer> arrays = reply.startArrays();
        try {
            reply.await(arrays);
        } catch (OutOfMemoryError | TransportException e) {
            // the reply has left, and what is beside it follows without this thread
        }
    }

    /** For a call of this rank to itself, on the caller's own thread, whose earlier interrupt the method does not see. */
    Frame runOwn(ByteBuffer ofCaller) {
        caller = layer.rank();
        oneWay = false;
        boolean interrupted = Thread.interrupted();
        interruptsItself = false;
        try {
            answer(ofCaller);
        } finally {
            over();
            if (interruptsItself) {
                Thread.interrupted(); // that of another thread is the caller's
            }
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
        underWay = true; // the reply is still to be read
        return new OwnReply(this, reply.endOwn());
    }

    private static final class OwnReply extends Frame {
        private final IncomingCall call;
        private final ByteBuffer bytes;

        OwnReply(IncomingCall call, ByteBuffer bytes) {
            this.call = call;
            this.bytes = bytes;
        }

        @Override
        public ByteBuffer bytes() {
            return bytes;
        }

        @Override
        public int sender() {
            return call.caller;
        }

        @Override
        public void release() {
            call.underWay = false;
            call.reply.discard();
        }
    }

    private void answer(ByteBuffer ofRequest) {
        bytes = ofRequest;
        underWay = true;
        try {
            layer.serializer().tellKnown(caller, FrameHeader.classes(bytes));
            arrays = request == null ? null : layer.arraysOf(request);
            target = layer.exports().get(RequestFrame.objectId(bytes));
            object = target == null ? null : target.object();
            if (object == null) {
                begin(FrameKind.NO_OBJECT);
            } else {
                if (RequestFrame.keepsObject(bytes)) {
                    layer.collector().begin(target, caller, RequestFrame.WEIGHT);
                }
                call();
            }
        } catch (IOException | RuntimeException e) {
            putException(inServer(new UnmarshalException("error unmarshalling arguments" + where(), e)));
        }
    }

    /** Nothing of the call is left but its reply. Takes no memory. */
    private void over() {
        method = null;
        metadata = null;
        releaseRequest();
        target = null;
        object = null;
        underWay = false;
    }

    private void call() throws IOException {
        int length = RequestFrame.metadataBytes(bytes);
        bytes.position(RequestFrame.HEADER);
        if (length != 0) {
            metadata = Metadata.read(bytes, length);
        }
        long hash = RequestFrame.methodHash(bytes);
        method = target.methods().find(hash);
        if (method != null) {
            Throwable thrown = callMethod();
            if (thrown != null) {
                putException(inServer(thrown));
            }
        } else if (hash == RequestFrame.BATCH) {
            callAll();
        } else {
            begin(FrameKind.NO_METHOD);
        }
    }

    /** Those of a batch, until one fails or the caller gives up. */
    private void callAll() throws IOException {
        ByteBuffer all = bytes;
        int end = all.limit();
        long count = all.getLong();
        isBatch = true;
        try {
            begin(FrameKind.RESULT);
            for (int i = 0; i < count && !isBeingCancelled(); i++) {
                long length = all.getLong();
                int from = all.position() + Long.BYTES;
                if (length < 0 || length > end - from) {
                    throw new UnmarshalException("call " + i + " of a batch of " + count + ": " + length + " bytes");
                }
                method = target.methods().find(all.getLong());
                all.limit(from + (int) length);
                Throwable thrown = method == null ? new UnmarshalException(ReplyReader.NO_METHOD) : callMethod();
                if (thrown != null) {
                    putException(new BatchException(i, count, method == null ? "unknown" : method.name(), inServer(thrown)));
                    return;
                }
                all.limit(end).position(from + (int) length);
            }
        } finally {
            isBatch = false;
        }
    }

    /** Returns what it throws; null for nothing. */
    private Throwable callMethod() {
        Thread current = Thread.currentThread();
        ClassLoader previous = current.getContextClassLoader();
        ClassLoader loader = target.loader();
        try {
            if (previous != loader) {
                current.setContextClassLoader(loader);
            }
            if (!layer.interceptors().isEmpty()) {
                callIntercepted();
            } else {
                method.skeleton().call(method.number(), object, this);
            }
            return null;
        } catch (Throwable e) {
            return e;
        } finally {
            if (current.getContextClassLoader() != previous) {
                current.setContextClassLoader(previous);
            }
        }
    }

    private void callIntercepted() throws Throwable {
        CallInfo info = info();
        Throwable thrown = null;
        try {
            for (Interceptor each : layer.interceptors().all()) {
                each.serving(info);
            }
            method.skeleton().call(method.number(), object, this);
        } catch (Throwable e) {
            thrown = e;
            throw e;
        } finally {
            layer.interceptors().served(info, thrown);
        }
    }

    /** For the method that it runs. */
    CallInfo info() {
        return new CallInfo(method == null ? null : method.method(), caller, layer.rank(),
                metadata == null ? Map.of() : Collections.unmodifiableMap(metadata));
    }

    void interruptsItself() {
        interruptsItself = true;
    }

    private String where() {
        MethodTable.Entry current = method;
        return (current == null ? "" : " of " + current.name()) + " at rank " + layer.rank() + " for rank " + caller;
    }

    private Throwable inServer(Throwable thrown) {
        if (thrown instanceof OutOfMemoryError e) {
            return new ServerError("Error occurred in server thread" + where() + ": "
                    + NoMemory.ofHeap(layer.rank(), requestBytes).text(), e);
        } else if (thrown instanceof Error e) {
            return new ServerError("Error occurred in server thread" + where(), e);
        } else if (thrown instanceof RemoteException e) {
            return new ServerException("RemoteException occurred in server thread" + where(), e);
        }
        return thrown;
    }

    // ---- arguments

    public boolean getBoolean() {
        return bytes.get() != 0;
    }

    public byte getByte() {
        return bytes.get();
    }

    public char getChar() {
        return bytes.getChar();
    }

    public short getShort() {
        return bytes.getShort();
    }

    public int getInt() {
        return bytes.getInt();
    }

    public long getLong() {
        return bytes.getLong();
    }

    public float getFloat() {
        return bytes.getFloat();
    }

    public double getDouble() {
        return bytes.getDouble();
    }

    public Object getObject() throws UnmarshalException {
        try {
            if (in == null) {
                in = layer.serializer().reader(streams, bytes, caller, target.loader(), layer, arrays);
                if (target.filter() != null) {
                    ((ObjectInputStream) in).setObjectInputFilter(target.filter());
                }
            }
            return in.readObject();
        } catch (IOException | ClassNotFoundException e) {
            throw new UnmarshalException("error unmarshalling arguments" + where(), e);
        }
    }

    /** The request's memory is not needed any more. */
    public void argumentsRead() throws UnmarshalException {
        if (in != null) {
            try (ObjectInput ending = in) {
                in = null;
            } catch (IOException e) {
                throw new UnmarshalException("error unmarshalling arguments" + where(), e);
            }
        }
        if (!isBatch) {
            releaseRequest();
        }
    }

    private void releaseRequest() {
        if (in != null) {
            try {
                in.close();
            } catch (Throwable e) {
                // the caller is told of what came before
            }
            in = null;
        }
        if (arrays != null) {
            arrays.drain();
            arrays = null;
        } else if (request != null) {
            layer.discardArrays(request);
        }
        if (request != null) {
            request.release();
            request = null;
        }
        bytes = null;
    }

    // ---- results

    private ByteBuffer begin(byte kind) {
        return reply.begin(kind, ReplyFrame.HEADER, caller, layer.serializer().known(caller), 0);
    }

    public void putVoid() {
        begin(FrameKind.RESULT);
    }

    public void putBoolean(boolean value) {
        putLong(value ? 1 : 0);
    }

    public void putByte(byte value) {
        putLong(value);
    }

    public void putChar(char value) {
        putLong(value);
    }

    public void putShort(short value) {
        putLong(value);
    }

    public void putInt(int value) {
        putLong(value);
    }

    public void putFloat(float value) {
        putLong(Float.floatToRawIntBits(value));
    }

    public void putDouble(double value) {
        putLong(Double.doubleToRawLongBits(value));
    }

    /** As a result of any primitive type travels. */
    public void putLong(long value) {
        begin(FrameKind.RESULT).putLong(value);
    }

    public void putObject(Object value) {
        if (!isBatch && method != null && method.promises() && value instanceof CompletionStage<?> stage) {
            promised = stage.toCompletableFuture();
            return;
        }
        begin(FrameKind.RESULT);
        try {
            write(value);
        } catch (IOException e) {
            putException(new MarshalException("error marshalling return" + where(), e));
        } catch (RuntimeException | Error e) {
            putException(inServer(e));
        }
    }

    private void write(Object value) throws IOException {
        ObjectOutput out = layer.writer(streams, reply, caller);
        try {
            out.writeObject(value);
            out.flush();
        } catch (Throwable e) {
            ReplyReader.closeAfter(out, e);
            throw e;
        }
        out.close();
    }

    /** An exception that cannot be written is told in words; its own, it may refuse. */
    private void putException(Throwable thrown) {
        try {
            begin(FrameKind.EXCEPTION);
            write(thrown);
        } catch (Exception e) {
            putReason(thrown, e);
        } catch (Throwable e) {
            putWords(thrown, e);
        }
    }

    private void putReason(Throwable thrown, Exception reason) {
        begin(FrameKind.EXCEPTION);
        try {
            write(new MarshalException("error marshalling the exception " + textOf(thrown), reason));
        } catch (Throwable another) {
            putWords(thrown, reason);
        }
    }

    private void putWords(Throwable thrown, Throwable reason) {
        begin(FrameKind.EXCEPTION);
        try {
            write(new MarshalException("error marshalling the exception " + textOf(thrown) + ": " + textOf(reason)));
        } catch (Throwable impossible) {
            putNoMemory(impossible);
        }
    }

    /** An exception of a program's own may refuse that, too. */
    private static String textOf(Throwable e) {
        try {
            return e.toString();
        } catch (Throwable refusal) {
            return e.getClass().getName();
        }
    }

    @Override
    public String toString() {
        MethodTable.Entry current = method;
        if (current != null) {
            return "runs " + current.name() + " for rank " + caller;
        }
        return underWay ? "takes or answers a call of rank " + caller
                : takesReply ? "takes the reply to an asynchronous call" : "runs no call";
    }
}

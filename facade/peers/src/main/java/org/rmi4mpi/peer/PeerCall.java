package org.rmi4mpi.peer;

import java.io.IOException;
import java.lang.ref.Reference;
import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.rmi.ConnectException;
import java.rmi.MarshalException;
import java.rmi.RemoteException;
import java.rmi.UnexpectedException;
import java.rmi.UnmarshalException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.rmi4mpi.bridge.Awaited;
import org.rmi4mpi.bridge.NativeBuffer;
import org.rmi4mpi.dispatch.MailWait;
import org.rmi4mpi.dispatch.PendingCall;
import org.rmi4mpi.dispatch.Probe;
import org.rmi4mpi.ref.CallInfo;
import org.rmi4mpi.ref.CallTimeoutException;
import org.rmi4mpi.ref.Interceptors;
import org.rmi4mpi.ref.RemoteReference;
import org.rmi4mpi.ref.stub.OutgoingCall;
import org.rmi4mpi.ref.stub.RemoteMethod;
import org.rmi4mpi.serial.Primitive;
import org.rmi4mpi.transport.Frame;
import org.rmi4mpi.transport.TransportException;
import org.rmi4mpi.wire.PeerFrame;

/** A call of an object of a peer. Owned by the calling thread until its request has left. */
final class PeerCall extends OutgoingCall implements PendingReply {
    /** Stands for a primitive result of zero, where no one waits. */
    private static final Object NOTHING = null;

    private final CallingRank peers;
    private final RemoteReference target;
    private final RemoteMethod method;
    private final Class<?>[] parameters;
    private final Object[] arguments;
    /** Index of the next argument that is an object. */
    private int next;
    private final long id;
    private final Wait wait;
    /** For interceptors; null if there are none. */
    private CallInfo info;
    /** Null for a call whose thread waits. */
    private CompletableFuture<Object> future;
    private volatile Frame reply;
    private volatile TransportException failure;

    /** The call, for its thread and for tools. */
    private final class Wait extends MailWait {
        Wait() {
            begin(id, target.rank());
        }

        void start(long time) {
            setStart(time);
        }

        void setLength(long bytes) {
            setRequestBytes(bytes);
        }

        @Override
        public Object method() {
            return new PeerMethod(method, "in", peers.language(target.rank()));
        }

        @Override
        protected boolean isOver() {
            return reply != null || failure != null;
        }

        @Override
        public Awaited awaited() {
            return new Awaited(Awaited.Event.REPLY, PeerCall.this.toString(), "",
                    List.of(peers.worldRank(target.rank())), "call " + id);
        }

        @Override
        public String toString() {
            return PeerCall.this.toString();
        }
    }

    PeerCall(CallingRank peers, RemoteReference target, RemoteMethod method, long id) {
        this.peers = peers;
        this.target = target;
        this.method = method;
        this.id = id;
        wait = new Wait();
        parameters = method.method().getParameterTypes();
        arguments = new Object[parameters.length];
        setArguments(ByteBuffer.allocate(method.primitiveBytes()));
        skipPrimitives();
    }

    private Probe probe() {
        return peers.layer().dispatcher().probe();
    }

    private void skipPrimitives() {
        while (next < parameters.length && parameters[next].isPrimitive()) {
            next++;
        }
    }

    @Override
    public long id() {
        return id;
    }

    @Override
    public int rank() {
        return target.rank();
    }

    @Override
    public void putObject(Object value) {
        arguments[next++] = value;
        skipPrimitives();
    }

    @Override
    public Object invoke() throws Exception {
        ByteBuffer primitives = primitiveArguments().flip();
        for (int i = 0; i < parameters.length; i++) {
            if (parameters[i].isPrimitive()) {
                arguments[i] = Primitive.of(parameters[i]).read(primitives);
            }
        }
        Interceptors interceptors = peers.layer().interceptors();
        if (interceptors.isEmpty()) {
            return call();
        }
        info = new CallInfo(method.method(), peers.layer().rank(), target.rank(), new LinkedHashMap<>());
        interceptors.tellCalling(info);
        Throwable thrown = null;
        try {
            return call();
        } catch (Throwable e) {
            thrown = e;
            throw e;
        } finally {
            if (future == null || thrown != null) { // else the end of the future tells them
                interceptors.tellCalled(info, thrown);
            }
        }
    }

    private Object call() throws Exception {
        wait.start(probe().time());
        if (target.isAsync(method)) {
            return start();
        } else if (target.isOneWay(method) && peers.takeOneWay(target.rank()) && sendOneWay()) {
            return NOTHING;
        }
        boolean isSent = false;
        List<RemoteReference> earlier = peers.takeKept(target.rank());
        peers.add(this);
        try {
            send(PeerFrame.REQUEST);
            isSent = true;
            probe().callBegins(wait);
            peers.await(wait, target.timeoutNs());
            if (reply == null && failure == null) {
                earlier.forEach(peers::keepForOneWay);
                throw new CallTimeoutException(this, target.timeoutNs());
            }
            return outcome();
        } catch (TransportException e) {
            throw new ConnectException("call of " + this + " failed: " + e.getMessage(), e);
        } finally {
            peers.remove(this);
            if (isSent) {
                probe().callEnds(wait, probe().time());
            }
            Reference.reachabilityFence(target);
            Reference.reachabilityFence(earlier);
        }
    }

    /** Returns false if the frame is too long to be one-way. */
    private boolean sendOneWay() throws RemoteException {
        ValueWriter writer = new ValueWriter(peers.layer());
        try {
            write(writer, PeerFrame.ONE_WAY, 0);
            NativeBuffer memory = writer.take();
            if (memory.bytes().position() > PeerFrame.SHORT_FRAME) {
                memory.release();
                return false;
            }
            peers.keepForOneWay(target);
            probe().oneWay(target.rank(), wait.method(), memory.bytes().position(), wait.startedAt());
            peers.link().send(target.rank(), memory);
            return true;
        } catch (IOException e) {
            throw new MarshalException("error marshalling arguments of " + this, e);
        } catch (TransportException e) {
            throw new ConnectException("call of " + this + " failed: " + e.getMessage(), e);
        } finally {
            writer.close();
        }
    }

    private void send(byte kind) throws RemoteException {
        ValueWriter writer = new ValueWriter(peers.layer());
        try {
            write(writer, kind, id);
            NativeBuffer memory = writer.take();
            wait.setLength(memory.bytes().position());
            peers.link().send(target.rank(), memory);
        } catch (IOException e) {
            throw new MarshalException("error marshalling arguments of " + this, e);
        } finally {
            writer.close();
        }
    }

    private void write(ValueWriter writer, byte kind, long callId) throws IOException {
        Method called = method.method();
        writer.begin(kind, callId, target.objectId());
        writer.writeArrayHead(3);
        writer.writeText(called.getName());
        writer.writeText(PeerMethods.descriptor(called));
        writer.writeArrayHead(arguments.length);
        for (Object each : arguments) {
            writer.write(each);
        }
    }

    /** Returns the future if it is the method's result. Otherwise returns null, and keeps it for its taker. */
    private Object start() throws RemoteException {
        future = new PeerFuture<>();
        peers.add(this);
        probe().asyncBegins(wait);
        try {
            send(PeerFrame.REQUEST);
            peers.pollUntil(wait::test);
        } catch (TransportException e) {
            peers.remove(this);
            endFuture(null, new ConnectException("call of " + this + " failed: " + e.getMessage(), e));
        } catch (Throwable e) {
            peers.remove(this);
            probe().asyncEnds(wait, probe().time());
            throw e;
        }
        if (method.promises()) {
            return future;
        }
        peers.layer().keepFuture(future);
        return NOTHING;
    }

    @Override
    public PendingCall unattended() {
        return future == null ? null : wait;
    }

    @Override
    public void complete(Frame arrived) {
        reply = arrived;
        end();
    }

    @Override
    public void fail(TransportException why) {
        failure = why;
        end();
    }

    private void end() {
        if (future != null) {
            peers.runElsewhere(this::completeFuture);
        } else {
            peers.wake(wait);
        }
    }

    private void completeFuture() {
        Object read = null;
        Throwable thrown = null;
        try {
            read = outcome();
        } catch (Throwable e) {
            thrown = e;
        }
        endFuture(read, thrown);
    }

    private void endFuture(Object read, Throwable thrown) {
        probe().asyncEnds(wait, probe().time());
        if (info != null) {
            peers.layer().interceptors().tellCalled(info, thrown);
        }
        if (thrown == null) {
            future.complete(read);
        } else {
            future.completeExceptionally(thrown);
        }
    }

    private Object outcome() throws Exception {
        if (failure != null) {
            throw failure;
        }
        Frame frame = reply;
        boolean isResult = PeerFrame.kind(frame.bytes()) == PeerFrame.RESULT;
        Object read;
        try {
            ClassLoader ofStub = target.loader();
            ValueReader reader = new ValueReader(peers.layer(), frame.bytes().position(PeerFrame.HEADER),
                    ofStub != null ? ofStub : method.method().getDeclaringClass().getClassLoader(), null, false);
            read = isResult ? reader.read(method.promises() ? Object.class : method.method().getGenericReturnType())
                    : reader.read(Throwable.class);
            reader.end();
        } catch (IOException | RuntimeException e) {
            throw new UnmarshalException("error unmarshalling the reply of " + this, e);
        } finally {
            frame.release();
        }
        if (isResult) {
            return read;
        } else if (read == null) {
            throw new UnmarshalException("the reply of " + this + " is an exception that is null");
        }
        throw thrown((Throwable) read);
    }

    private Exception thrown(Throwable sent) {
        StackTraceElement[] there = sent.getStackTrace();
        StackTraceElement[] here = future != null ? new StackTraceElement[0] : new Throwable().getStackTrace();
        int own = 0;
        while (own < here.length && here[own].getClassName().startsWith("org.rmi4mpi.peer.")) {
            own++;
        }
        StackTraceElement[] all = new StackTraceElement[there.length + 1 + here.length - own];
        System.arraycopy(there, 0, all, 0, there.length);
        all[there.length] =
                new StackTraceElement(method.method().getDeclaringClass().getName(), method.method().getName(),
                        "called by rank " + peers.layer().rank() + " at rank " + target.rank(), -1);
        System.arraycopy(here, own, all, there.length + 1, here.length - own);
        sent.setStackTrace(all);
        if (!(sent instanceof Exception exception)) {
            return new java.rmi.ServerError("Error occurred in server thread", (Error) sent);
        }
        boolean isDeclared =
                exception instanceof RuntimeException || exception instanceof RemoteException || method.promises();
        for (Class<?> each : method.method().getExceptionTypes()) {
            isDeclared |= each.isInstance(exception);
        }
        return isDeclared ? exception : new UnexpectedException("undeclared checked exception", exception);
    }

    @Override
    public void getVoid(Object outcome) {}

    @Override
    public long getLong(Object outcome) {
        return outcome == NOTHING ? 0 : Primitive.of(method.result()).toBits(outcome);
    }

    @Override
    public Object getObject(Object outcome) {
        return outcome;
    }

    @Override
    public String toString() {
        return method + " at rank " + target.rank();
    }
}

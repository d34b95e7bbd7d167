package org.rmi4mpi.ref;

import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectOutput;
import java.lang.ref.Reference;
import java.lang.reflect.Method;
import java.rmi.ConnectException;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.rmi.server.RemoteRef;
import org.rmi4mpi.ref.collect.Collector;
import org.rmi4mpi.ref.collect.CountedObject;
import org.rmi4mpi.ref.collect.CountedReference;
import org.rmi4mpi.ref.stub.OutgoingCall;
import org.rmi4mpi.ref.stub.RemoteMethod;
import org.rmi4mpi.ref.stub.StubReference;
import org.rmi4mpi.serial.CallerLoader;
import org.rmi4mpi.serial.MessageContext;

/**
 * Refers to a remote object by the rank that exported it, and its id there. A stub holds the reference. Created by
 * {@link ReferenceLayer}, or read from a message.
 */
public final class RemoteReference extends StubReference implements RemoteRef, CountedReference {
    private static final long serialVersionUID = 1L;

    /** Null if it was read from a file, for example, and not from a message. It joins the job when it is used. */
    private transient ReferenceContext context;
    private transient StubMode mode = StubMode.PLAIN;
    /** Keeps the object alive while this reference lives; null if the object stays anyway. See {@link Collector}. */
    private transient Object grip;
    private int rank;
    private long objectId;

    /** For deserialization. */
    public RemoteReference() {}

    RemoteReference(ReferenceContext context, int rank, long objectId, Object grip) {
        this.context = context;
        this.rank = rank;
        this.objectId = objectId;
        this.grip = grip;
    }

    /** Returns a reference to the same object with another mode for its calls. */
    RemoteReference in(StubMode other) {
        return view(context, other);
    }

    /** Returns a reference to the same object whose calls someone else begins. */
    RemoteReference in(ReferenceContext other) {
        return view(other, mode);
    }

    private RemoteReference view(ReferenceContext ofView, StubMode ofCalls) {
        RemoteReference view = new RemoteReference(ofView, rank, objectId, grip);
        view.mode = ofCalls;
        view.setLoader(loader());
        return view;
    }

    StubMode mode() {
        return mode;
    }

    /** Whether no one waits for a call of this method. */
    public boolean isOneWay(RemoteMethod method) {
        return CallKind.of(mode, method) == CallKind.ONE_WAY;
    }

    /** Whether a future waits for a call of this method. */
    public boolean isAsync(RemoteMethod method) {
        return CallKind.of(mode, method) == CallKind.ASYNC;
    }

    /** The time-out of a call in nanoseconds; 0 for none. */
    public long timeoutNs() {
        return mode.timeoutNs();
    }

    @Override
    public int rank() {
        return rank;
    }

    @Override
    public long objectId() {
        return objectId;
    }

    @Override
    public Object grip() {
        return grip;
    }

    /** Called by proxies, and by stubs from rmic. */
    @Override
    public Object invoke(Remote stub, Method method, Object[] arguments, long hash) throws Exception {
        return call(stub.getClass(), method, arguments);
    }

    @Override
    public OutgoingCall beginCall(RemoteMethod method) throws RemoteException {
        return context().calls().beginCall(this, method);
    }

    @Override
    protected RemoteRef ref() {
        return this;
    }

    @Override
    public int remoteHashCode() {
        return CountedObject.hash(rank, objectId);
    }

    @Override
    public boolean remoteEquals(RemoteRef other) {
        return other instanceof RemoteReference that && rank == that.rank && objectId == that.objectId;
    }

    @Override
    public String remoteToString() {
        return "RemoteReference[rank " + rank + ", object " + objectId + "]";
    }

    /** Returns null: the reference is written as an object. */
    @Override
    public String getRefClass(ObjectOutput out) {
        return null;
    }

    @Override
    public void writeExternal(ObjectOutput out) throws IOException {
        out.writeInt(rank);
        out.writeLong(objectId);
        out.writeLong(weight(out));
        Reference.reachabilityFence(this);
    }

    private long weight(ObjectOutput out) {
        if (context == null) {
            return Collector.NONE; // it arrived uncounted
        }
        OutgoingFrame frame = OutgoingFrame.writtenBy(out);
        if (frame != null && frame.collector() == context.collector()) {
            return frame.weigh(this);
        }
        context.collector().leaveUncounted(this);
        return Collector.NONE;
    }

    @Override
    public void readExternal(ObjectInput in) throws IOException {
        rank = in.readInt();
        objectId = in.readLong();
        long weight = in.readLong();
        MessageContext message = in instanceof MessageContext found ? found : null;
        context = message != null && message.context() instanceof ReferenceContext ofRank ? ofRank : null;
        setLoader(message != null ? message.loader() : CallerLoader.find());
        grip = context == null ? null : context.collector().arrive(rank, objectId, weight);
    }

    /** @throws ConnectException if no job runs that the reference could join */
    ReferenceContext context() throws ConnectException {
        if (context == null) {
            try {
                context = RunningJob.references();
            } catch (IllegalStateException e) {
                throw new ConnectException(e.getMessage());
            }
        }
        return context;
    }

    @Override
    @Deprecated
    public java.rmi.server.RemoteCall newCall(
            java.rmi.server.RemoteObject object, java.rmi.server.Operation[] operations, int number, long hash) {
        throw compiledStub();
    }

    @Override
    @Deprecated
    public void invoke(java.rmi.server.RemoteCall call) {
        throw compiledStub();
    }

    @Override
    @Deprecated
    public void done(java.rmi.server.RemoteCall call) {
        throw compiledStub();
    }

    private static UnsupportedOperationException compiledStub() {
        return new UnsupportedOperationException(
                "a stub compiled by rmic of JDK 1.1 does not work here: leave it out, stubs are made at run time");
    }
}

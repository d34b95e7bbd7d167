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
import org.rmi4mpi.serial.CallerLoader;
import org.rmi4mpi.serial.MessageContext;

/**
 * Refers to a remote object by the rank that exported it, and its id there. A stub holds the reference. Created by
 * {@link ReferenceLayer}, or read from a message.
 */
public final class RemoteReference implements RemoteRef {
    private static final long serialVersionUID = 1L;

    private static final long HASH_FACTOR = 0x9E37_79B9_7F4A_7C15L;

    private transient ReferenceLayer layer;
    private transient StubMode mode = StubMode.PLAIN;
    /** Keeps the object alive while this reference lives; null if the object stays anyway. See {@link Collector}. */
    private transient Object grip;
    /** See {@link #loader()}. */
    private transient ClassLoader loader;
    private int rank;
    private long objectId;

    /** For deserialization. */
    public RemoteReference() {}

    RemoteReference(ReferenceLayer layer, int rank, long objectId, Object grip) {
        this.layer = layer;
        this.rank = rank;
        this.objectId = objectId;
        this.grip = grip;
    }

    /** Returns a reference to the same object with another mode for its calls. */
    RemoteReference in(StubMode other) {
        RemoteReference view = new RemoteReference(layer, rank, objectId, grip);
        view.mode = other;
        view.loader = loader;
        return view;
    }

    StubMode mode() {
        return mode;
    }

    public int rank() {
        return rank;
    }

    long objectId() {
        return objectId;
    }

    Object grip() {
        return grip;
    }

    /**
     * The loader in which the JDK would define the stub's class: it finds the classes of results. Null if this loader is
     * that of the platform or of rmi4mpi; then the caller's loader finds them.
     */
    ClassLoader loader() {
        return loader;
    }

    /** Called before the stub is used. */
    void setLoader(ClassLoader ofStub) {
        loader = ofStub;
    }

    /** Called by proxies, and by stubs from rmic. */
    @Override
    public Object invoke(Remote stub, Method method, Object[] arguments, long hash) throws Exception {
        loader = Stubs.loaderOf(stub.getClass());
        RemoteMethod called = RemoteMethod.of(method);
        OutgoingCall call = beginCall(called);
        BoxedValues.putArguments(called.parameters(), arguments, call);
        return BoxedValues.invoke(called.result(), call);
    }

    /** Begins a call. Used by generated stubs. */
    public OutgoingCall beginCall(RemoteMethod method) throws RemoteException {
        return layer().beginCall(this, method);
    }

    @Override
    public int remoteHashCode() {
        return hash(rank, objectId);
    }

    /**
     * Mixes both halves of the id. In successive ids both halves increase together, and an exclusive or would give the
     * same hash for all.
     */
    static int hash(int rank, long objectId) {
        return 31 * rank + (int) (objectId * HASH_FACTOR >>> 32);
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
        if (layer == null) {
            return Collector.NONE; // it arrived uncounted
        }
        OutgoingFrame frame = OutgoingFrame.writtenBy(out);
        if (frame != null && frame.collector() == layer.collector()) {
            return frame.weigh(this);
        }
        layer.collector().leaveUncounted(this);
        return Collector.NONE;
    }

    @Override
    public void readExternal(ObjectInput in) throws IOException {
        rank = in.readInt();
        objectId = in.readLong();
        long weight = in.readLong();
        layer = ReferenceLayer.readingBy(in);
        loader = in instanceof MessageContext message ? message.loader() : CallerLoader.find();
        grip = layer == null ? null : layer.collector().arrive(rank, objectId, weight);
    }

    /**
     * Returns the layer. A reference that was read from a file, for example, and not from a message, joins the job when
     * it is used.
     */
    ReferenceLayer layer() throws ConnectException {
        if (layer == null) {
            try {
                layer = ReferenceLayer.current();
            } catch (IllegalStateException e) {
                throw new ConnectException(e.getMessage());
            }
        }
        return layer;
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

package org.rmi4mpi.ref;

import java.lang.ref.WeakReference;
import java.rmi.RemoteException;
import java.util.ArrayDeque;
import java.util.concurrent.CompletableFuture;
import org.rmi4mpi.dispatch.Dispatcher;
import org.rmi4mpi.ref.stub.OutgoingCall;
import org.rmi4mpi.ref.stub.RemoteMethod;

/**
 * The calls that this rank makes. Each thread has call objects of its own. A new thread takes those over that an ended
 * one has left, with its number: so the callee runs the calls of threads that follow each other on one thread, as the
 * JDK does for threads that use one connection after the other. Thread-safe.
 */
final class OutgoingCalls implements CallStarter {
    /** How many threads are looked at for one that has ended. */
    private static final int LOOKS = 8;

    private final CallerParts parts;
    private final int size;
    private volatile Peers peers = Peers.NONE;
    private final ThreadLocal<StubCall> ofThread;
    /** Those that were looked at last come last. Guarded by its monitor. */
    private final ArrayDeque<Owned> owned = new ArrayDeque<>();

    /** The call object of a thread, which alone holds it: what an ended one has left is there until it is collected. */
    private record Owned(WeakReference<Thread> owner, WeakReference<StubCall> call) {
        boolean isLeft() {
            Thread thread = owner.get();
            return thread == null || !thread.isAlive();
        }
    }

    OutgoingCalls(CallerParts parts) {
        this.parts = parts;
        size = parts.marshaller().size();
        ofThread = ThreadLocal.withInitial(this::ofNewThread);
    }

    private StubCall ofNewThread() {
        StubCall left = takeLeft();
        StubCall call = left != null ? left : new StubCall(parts);
        call.thread().forget();
        synchronized (owned) {
            owned.add(new Owned(new WeakReference<>(Thread.currentThread()), new WeakReference<>(call)));
        }
        return call;
    }

    /** Returns null if none of the threads that are looked at has ended. */
    private StubCall takeLeft() {
        synchronized (owned) {
            for (int looks = Math.min(LOOKS, owned.size()); looks > 0; looks--) {
                Owned each = owned.remove();
                StubCall call = each.call().get();
                if (call != null && each.isLeft()) {
                    return call;
                } else if (call != null) {
                    owned.add(each);
                }
            }
            return null;
        }
    }

    @Override
    public OutgoingCall beginCall(RemoteReference target, RemoteMethod method) throws RemoteException {
        Dispatcher.requireStack();
        if (target.rank() >= size) {
            return peers.beginCall(target, method);
        }
        return ofThread.get().free().begin(target, method);
    }

    void setPeers(Peers others) {
        peers = others;
    }

    CallerParts parts() {
        return parts;
    }

    /** The calling state of this thread. */
    CallerThread thread() {
        return ofThread.get().thread();
    }

    /**
     * Returns the future of the last call that this thread made by an asynchronous view. Returns each future once.
     *
     * @throws IllegalStateException if there is none
     */
    CompletableFuture<Object> takeFuture() {
        CompletableFuture<Object> future = thread().takeFuture();
        if (future == null) {
            throw new IllegalStateException("this thread has made no call by an asynchronous view since the last"
                    + " future: write Calls.future(Calls.async(stub).method())");
        }
        return future;
    }
}

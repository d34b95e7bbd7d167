package org.rmi4mpi.ref;

import java.rmi.ConnectException;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicReference;
import org.rmi4mpi.ref.stub.OutgoingCall;
import org.rmi4mpi.ref.stub.RemoteMethod;
import org.rmi4mpi.wire.RequestFrame;

/**
 * One-way calls to one object, by any thread, which are packed into messages. A message leaves when it is full, or when
 * {@link Aggregates} sends it. Its calls have nothing to do with each other: if one fails, the others are made. One
 * thread at a time owns the message that is being filled.
 */
final class AggregatedCalls implements CallStarter {
    /** From this length in bytes on a message is full. */
    private static final int FULL = 32 << 10;
    private static final int SPINS = 100;

    private final Remote stub;
    private final int receiver;
    private final OutgoingCalls ofRank;
    private final Aggregates all;
    private final AtomicReference<Thread> owner = new AtomicReference<>();
    /** Used by the owner. */
    private Packet filling;
    private final Queue<Packet> free = new ConcurrentLinkedQueue<>();
    /** Whether some calls have not been sent. Set by owners. */
    private volatile boolean holdsSome;

    /** A message. */
    private final class Packet extends BatchRequest {
        Packet() {
            super(stub, CallKind.ONE_WAY, RequestFrame.AGGREGATE);
        }

        @Override
        void endAppending() throws RemoteException {
            super.endAppending();
            AggregatedCalls.this.endAppending();
        }
    }

    AggregatedCalls(Remote stub, Aggregates all) {
        this.stub = stub;
        this.all = all;
        receiver = Stubs.reference(stub).rank();
        filling = new Packet();
        ofRank = filling.ofRank();
    }

    static <T extends Remote> T view(T stub, Aggregates all) {
        AggregatedCalls calls = new AggregatedCalls(stub, all);
        RemoteReference reference = Stubs.reference(stub);
        try {
            return Stubs.withReference(stub,
                    reference.in(new ReferenceContext(calls, reference.context().collector())));
        } catch (ConnectException e) {
            throw new IllegalStateException(e.getMessage());
        }
    }

    OutgoingCalls ofRank() {
        return ofRank;
    }

    @Override
    public OutgoingCall beginCall(RemoteReference target, RemoteMethod method) throws RemoteException {
        acquire();
        boolean begun = false;
        try {
            OutgoingCall call = filling.beginCall(target, method);
            begun = true;
            return call;
        } finally {
            if (!begun) {
                release();
            }
        }
    }

    /** @throws RemoteException if the message is full and cannot be sent: its calls are lost */
    private void endAppending() throws RemoteException {
        Packet full;
        try {
            full = filling.length() >= FULL ? exchange() : null;
            if (full == null && !holdsSome && filling.size() > 0) {
                holdsSome = true;
                full = all.addHolding(this) ? null : exchange();
            }
        } finally {
            release();
        }
        if (full != null) {
            send(full);
        }
    }

    /** The rank of the object. */
    int receiver() {
        return receiver;
    }

    /** Sends the calls that have been made. If that fails, counts them as lost. */
    void send() {
        acquire();
        Packet unsent;
        try {
            unsent = filling.size() > 0 ? exchange() : null;
            holdsSome = false;
        } finally {
            release();
        }
        if (unsent != null) {
            int calls = unsent.size();
            try {
                send(unsent);
            } catch (RemoteException e) {
                all.countLost(calls, e);
            }
        }
    }

    /** Starts a new message, and returns the one so far. */
    private Packet exchange() {
        Packet before = filling;
        Packet next = free.poll();
        filling = next == null ? new Packet() : next;
        all.countSending(1); // before nothing seems to be held, so that the calls are never overlooked
        holdsSome = false;
        return before;
    }

    /** Called without owning anything: the thread may wait for room at the receiver. */
    private void send(Packet packet) throws RemoteException {
        try {
            packet.send();
        } finally {
            all.countSending(-1);
            free.add(packet);
        }
    }

    boolean holdsSome() {
        return holdsSome;
    }

    private void acquire() {
        Thread current = Thread.currentThread();
        if (owner.compareAndSet(null, current)) {
            return;
        }
        if (owner.get() == current) {
            throw new IllegalStateException(
                    "an aggregated call is made while its arguments are written: use no such call in writeObject");
        }
        for (int tries = 0; !owner.compareAndSet(null, current); tries++) {
            if (tries < SPINS) {
                Thread.onSpinWait();
            } else {
                Thread.yield();
            }
        }
    }

    private void release() {
        owner.setRelease(null);
    }
}

package org.rmi4mpi.ref;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.rmi4mpi.transport.Frame;
import org.rmi4mpi.transport.TransportException;
import org.rmi4mpi.wire.CallFrame;

/** The asynchronous calls that a rank has made, while they are under way. Used by any thread. */
final class AsyncCalls {
    private static final int RANK_SHIFT = 40;

    private final ReferenceLayer layer;
    private final Map<Long, AsyncCall> byId = new ConcurrentHashMap<>();
    private final AtomicLong lastId;

    AsyncCalls(ReferenceLayer layer) {
        this.layer = layer;
        lastId = new AtomicLong(Long.MIN_VALUE | (long) layer.rank() << RANK_SHIFT);
    }

    /** Negative, which those of calls that a thread waits for are not; differs from those of other ranks. */
    long newId() {
        return lastId.incrementAndGet();
    }

    void add(AsyncCall call) {
        byId.put(call.id(), call);
    }

    /** Returns whether it has not ended before. */
    boolean remove(AsyncCall call) {
        return byId.remove(call.id(), call);
    }

    boolean isEmpty() {
        return byId.isEmpty();
    }

    /** Takes a reply that no thread waits for. */
    void replied(Frame reply) {
        layer.serializer().tellKnown(reply.sender(), reply.bytes().getInt(CallFrame.CLASSES));
        AsyncCall call = byId.remove(reply.bytes().getLong(CallFrame.CALL_ID));
        if (call != null) {
            call.ended(reply);
        } else {
            layer.drop(reply);
        }
    }

    /** There will be no replies. */
    void fail(TransportException why) {
        byId.values().forEach(call -> {
            if (remove(call)) {
                call.failed(Reply.unreached(call, why));
            }
        });
    }
}

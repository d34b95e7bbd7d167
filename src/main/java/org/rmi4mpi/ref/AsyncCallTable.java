package org.rmi4mpi.ref;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.rmi4mpi.dispatch.Dispatcher;
import org.rmi4mpi.dispatch.Losses;
import org.rmi4mpi.serial.StreamCache;
import org.rmi4mpi.transport.Frame;
import org.rmi4mpi.transport.LostRankException;
import org.rmi4mpi.transport.TransportException;
import org.rmi4mpi.wire.FrameHeader;

/**
 * The asynchronous calls that this rank has made, until they end. The calls are linked to each other, so that finding
 * the call of a reply needs no memory. Thread-safe: the table is guarded by its own monitor.
 */
final class AsyncCallTable {
    private static final int RANK_SHIFT = 40;

    private final Marshaller marshaller;
    private final Dispatcher dispatcher;
    private final Interceptors interceptors;
    private final RankNames names;
    private final AtomicLong lastId;
    /** Buckets by the low bits of the ids, which are consecutive. */
    private AsyncCall[] places = new AsyncCall[256];
    private volatile int size;
    /** Calls whose reply has come when memory to complete them was missing. */
    private AsyncCall forgotten;
    private volatile boolean someForgotten;

    AsyncCallTable(Marshaller marshaller, Dispatcher dispatcher, Interceptors interceptors, RankNames names) {
        this.marshaller = marshaller;
        this.dispatcher = dispatcher;
        this.interceptors = interceptors;
        this.names = names;
        lastId = new AtomicLong(Long.MIN_VALUE | (long) marshaller.rank() << RANK_SHIFT);
    }

    Marshaller marshaller() {
        return marshaller;
    }

    Dispatcher dispatcher() {
        return dispatcher;
    }

    Interceptors interceptors() {
        return interceptors;
    }

    /** Returns a reader for one reply. */
    ReplyReader newReader() {
        return new ReplyReader(marshaller, names, StreamCache.ofThread());
    }

    /**
     * Returns an id. It is negative, unlike the ids of calls that a thread waits for, and differs from those of other
     * ranks.
     */
    long newId() {
        return lastId.incrementAndGet();
    }

    private int place(long id) {
        return (int) id & places.length - 1;
    }

    synchronized void add(AsyncCall call) {
        if (size >= places.length) {
            grow();
        }
        link(call);
        size++;
    }

    private void link(AsyncCall call) {
        int place = place(call.id());
        call.next = places[place];
        places[place] = call;
    }

    private void grow() {
        AsyncCall[] before = places;
        places = new AsyncCall[2 * before.length];
        for (AsyncCall first : before) {
            for (AsyncCall call = first, next; call != null; call = next) {
                next = call.next;
                link(call);
            }
        }
    }

    /** Returns false if the call has ended before. */
    boolean remove(AsyncCall call) {
        return remove(call.id()) != null;
    }

    private synchronized AsyncCall remove(long id) {
        int place = place(id);
        AsyncCall before = null;
        for (AsyncCall call = places[place]; call != null; before = call, call = call.next) {
            if (call.id() != id) {
                continue;
            } else if (before == null) {
                places[place] = call.next;
            } else {
                before.next = call.next;
            }
            size--;
            return call;
        }
        return null;
    }

    /** The calls in the table. */
    synchronized Collection<AsyncCall> all() {
        List<AsyncCall> all = new ArrayList<>(size);
        for (AsyncCall first : places) {
            for (AsyncCall call = first; call != null; call = call.next) {
                all.add(call);
            }
        }
        return all;
    }

    boolean isEmpty() {
        return size == 0 && !someForgotten;
    }

    /** Takes a reply that no thread waits for. */
    void takeReply(Frame reply) {
        marshaller.tellKnown(reply.sender(), FrameHeader.classes(reply.bytes()));
        AsyncCall call = remove(FrameHeader.callId(reply.bytes()));
        if (call != null) {
            call.end(reply);
        } else {
            marshaller.drop(reply);
        }
    }

    /** Keeps a call with a known outcome, to be completed later: see {@link #endForgotten}. */
    synchronized void completeLater(AsyncCall call) {
        call.next = forgotten;
        forgotten = call;
        someForgotten = true;
    }

    private synchronized AsyncCall takeForgotten() {
        AsyncCall taken = forgotten;
        forgotten = null;
        someForgotten = false;
        return taken;
    }

    /** Completes the calls for which memory was missing before. */
    void endForgotten() {
        if (someForgotten) {
            for (AsyncCall call = takeForgotten(), next; call != null; call = next) {
                next = call.next;
                try {
                    call.complete();
                } catch (OutOfMemoryError e) {
                    completeLater(call);
                }
            }
        }
    }

    /** Fails all calls: there will be no replies. */
    void fail(TransportException why) {
        for (AsyncCall call = takeAny(); call != null; call = takeAny()) {
            call.fail(ReplyReader.unreached(call, why));
        }
    }

    /** Fails the calls to a rank that is lost, each on a thread without user frames beneath. */
    void lose(int rank) {
        for (AsyncCall call : all()) {
            if (call.peer() == rank && remove(call)) {
                Losses.tellProgram();
                LostRankException why = new LostRankException(marshaller.rank(), rank);
                dispatcher.runElsewhere(() -> call.fail(ReplyReader.unreached(call, why)));
            }
        }
    }

    private synchronized AsyncCall takeAny() {
        for (AsyncCall first : places) {
            if (first != null) {
                return remove(first.id());
            }
        }
        return null;
    }
}

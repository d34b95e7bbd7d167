package org.rmi4mpi.dispatch;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.rmi4mpi.transport.Frame;
import org.rmi4mpi.transport.Transport;
import org.rmi4mpi.transport.TransportException;

/**
 * The requests that methods made while their receivers had no room for them: one queue for each receiver. A method that
 * runs for another rank never waits for room, since that rank may wait for this one in turn. Only threads of the
 * program do, which is how a flood is slowed down at its source.
 *
 * <p>A request is copied here, so that it takes no memory of the transport. What is here keeps its order, and leaves
 * when the receiver acknowledges earlier requests. Used by any thread.
 */
final class Backlog {
    private final Transport transport;
    private final PipelinedCalls window;
    private final RoomWaits roomWaits;
    private final Sender sender;
    private final BacklogHeap heap;
    private final AtomicReferenceArray<Queue> queues;
    /** The queues that are not empty. */
    private final Set<Queue> waiting = ConcurrentHashMap.newKeySet();
    /** Whether the queues have to be looked at again, since a receiver may have room. */
    private volatile boolean isDue;

    /** Sends a frame, and wakes its receiver. */
    @FunctionalInterface
    interface Sender {
        void send(int receiver, Frame frame);
    }

    /**
     * @param number the number of the request for {@link PipelinedCalls#hasRoom}
     * @param unsent the count of the thread that made it
     */
    private record Request(byte[] bytes, long number, AtomicInteger unsent) {}

    /** The requests to one receiver, guarded by the queue's monitor. */
    private static final class Queue {
        private final int receiver;
        private final ArrayDeque<Request> requests = new ArrayDeque<>();
        /** For the report of a wait that lasts; null while there is none. */
        private RoomWaits.Wait wait;

        Queue(int receiver) {
            this.receiver = receiver;
        }
    }

    Backlog(Transport transport, PipelinedCalls window, BacklogHeap heap, RoomWaits roomWaits, Sender sender) {
        this.transport = transport;
        this.window = window;
        this.roomWaits = roomWaits;
        this.sender = sender;
        this.heap = heap;
        queues = new AtomicReferenceArray<>(transport.size());
    }

    /**
     * Adds a copy of a request, and sends it at once if its receiver has room by now. The caller keeps the frame.
     *
     * @param number the number that {@link PipelinedCalls#reserve} has given it; 0 for a frame that needs no room
     * @param unsent counts the requests of the calling thread that are here
     * @throws TransportException if there is too much here already
     */
    void add(int receiver, Frame frame, long number, AtomicInteger unsent) {
        ByteBuffer bytes = frame.bytes();
        Request request = new Request(new byte[bytes.position()], number, unsent);
        bytes.get(0, request.bytes());
        heap.take(receiver, request.bytes().length);
        unsent.incrementAndGet();
        Queue queue = queue(receiver);
        synchronized (queue) {
            queue.requests.addLast(request);
            if (waiting.add(queue)) {
                queue.wait = roomWaits.begin(receiver, null, RoomWaits.REQUEST);
            }
            sendWhatHasRoom(queue);
        }
    }

    private Queue queue(int receiver) {
        Queue found = queues.get(receiver);
        if (found == null) {
            queues.compareAndSet(receiver, null, new Queue(receiver));
            found = queues.get(receiver);
        }
        return found;
    }

    /** A receiver has acknowledged requests. */
    void roomHasCome() {
        if (!waiting.isEmpty()) {
            isDue = true;
        }
    }

    /** Whether {@link #sendDue} may find requests that can leave. */
    boolean isDue() {
        return isDue;
    }

    /** Sends the requests whose receivers have room now. */
    void sendDue() {
        isDue = false;
        for (Queue queue : waiting) {
            synchronized (queue) {
                sendWhatHasRoom(queue);
            }
        }
    }

    private void sendWhatHasRoom(Queue queue) {
        int before = queue.requests.size();
        sendUntilFull(queue);
        if (queue.requests.size() < before) { // The rest begins to wait again.
            roomWaits.end(queue.wait);
            queue.wait = queue.requests.isEmpty() ? null : roomWaits.begin(queue.receiver, null, RoomWaits.REQUEST);
        }
        if (queue.requests.isEmpty()) {
            waiting.remove(queue);
        }
    }

    private void sendUntilFull(Queue queue) {
        for (Request first = queue.requests.peek(); first != null
                && window.hasRoom(queue.receiver, first.number()); first = queue.requests.peek()) {
            if (!tryToSend(transport, sender, queue.receiver, first.bytes())) {
                isDue = true;
                return;
            }
            queue.requests.remove();
            heap.giveBack(first.bytes().length);
            first.unsent().decrementAndGet();
        }
    }

    /** Returns false if there is no memory for the frame now. */
    static boolean tryToSend(Transport transport, Sender sender, int receiver, byte[] kept) {
        Frame frame = null;
        try {
            frame = transport.tryAcquire(null, kept.length);
            if (frame == null) {
                return false;
            }
            frame.bytes().put(kept);
            sender.send(receiver, frame);
            frame = null;
            return true;
        } catch (OutOfMemoryError e) {
            return false;
        } finally {
            if (frame != null) {
                frame.release();
            }
        }
    }

    /** Drops the requests to a rank that is lost. */
    void drop(int receiver) {
        Queue queue = queues.get(receiver);
        if (queue == null) {
            return;
        }
        synchronized (queue) {
            for (Request each : queue.requests) {
                heap.giveBack(each.bytes().length);
                each.unsent().decrementAndGet();
            }
            queue.requests.clear();
            if (waiting.remove(queue)) {
                roomWaits.end(queue.wait);
                queue.wait = null;
            }
        }
    }

    /** Drops all requests, since the rank ends. */
    void close() {
        for (Queue queue : waiting) {
            synchronized (queue) {
                queue.requests.clear();
                roomWaits.end(queue.wait);
                waiting.remove(queue);
            }
        }
    }
}

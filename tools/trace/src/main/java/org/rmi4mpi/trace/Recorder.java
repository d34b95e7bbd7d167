package org.rmi4mpi.trace;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.rmi4mpi.bridge.Awaited;
import org.rmi4mpi.bridge.Completion;
import org.rmi4mpi.dispatch.PendingCall;
import org.rmi4mpi.dispatch.Probe;
import org.rmi4mpi.dispatch.ServedMethod;

/**
 * Records the events of this rank, each thread for itself. Keeps the last ones: where there is no room, the oldest chunk of
 * all threads goes.
 */
final class Recorder extends Probe {
    private static final int NOBODY = -1;
    /** Events in the first chunk of a thread. */
    private static final int FIRST = 64;
    private static final int LARGEST = 4096;
    /** For how many events of a thread that are open at once there is room at first. */
    private static final int AT_FIRST = 32;
    /** A chunk has room for this part of all events at most, so that what goes is a small part. */
    private static final int PARTS = 8;

    /** The most events that chunks have room for. */
    private final long most;
    private final int largest;
    private final AtomicInteger threads = new AtomicInteger();
    private final ThreadLocal<Track> track = ThreadLocal.withInitial(Track::new);
    /** In the order in which they were made. Guarded by itself, as are the next two. */
    private final ArrayDeque<Chunk> chunks = new ArrayDeque<>();
    private long capacity;
    private long dropped;
    private volatile boolean isOver;
    private final MessageNumbers sent = new MessageNumbers();
    private final MessageNumbers received = new MessageNumbers();

    /** @param most number of events that are kept */
    Recorder(long most) {
        this.most = most;
        largest = (int) Math.max(FIRST, Math.min(LARGEST, most / PARTS));
    }

    /** The events of a thread. */
    private final class Track {
        private final int thread = threads.incrementAndGet();
        private Chunk chunk = newChunk(thread, FIRST);
        /** Where the events are that have no end yet, the innermost last. */
        private Chunk[] openIn = new Chunk[AT_FIRST];
        private int[] openAt = new int[AT_FIRST];
        private int depth;

        int add(long time, EventKind kind, boolean begins, int peer, long callId, Object subject) {
            if (chunk.size() == chunk.capacity()) {
                chunk = newChunk(thread, Math.min(largest, 4 * chunk.capacity()));
            }
            return chunk.add(time, kind, begins, peer, callId, subject);
        }

        void begin(long time, EventKind kind, int peer, long callId, Object subject) {
            int at = add(time, kind, true, peer, callId, subject);
            if (depth == openAt.length) {
                openIn = Arrays.copyOf(openIn, 2 * depth);
                openAt = Arrays.copyOf(openAt, 2 * depth);
            }
            if (openIn[depth] != chunk) {
                openIn[depth] = chunk;
            }
            openAt[depth++] = at;
        }

        /** Ends the innermost event of this kind. Those within it that have no end do not get one. */
        void end(EventKind kind, long time) {
            while (depth > 0) {
                depth--;
                if (openIn[depth].kind(openAt[depth]) == kind) {
                    openIn[depth].end(openAt[depth], time);
                    return;
                }
            }
        }

        private boolean hasOpen(Chunk in) {
            for (int i = 0; i < depth; i++) {
                if (openIn[i] == in) {
                    return true;
                }
            }
            return false;
        }

        /** A chunk of this thread, for events to come. */
        private Chunk newChunk(int thread, int size) {
            Chunk made = null;
            synchronized (chunks) {
                while (capacity + size > most && !chunks.isEmpty()) {
                    Chunk oldest = chunks.remove();
                    capacity -= oldest.capacity();
                    dropped += oldest.size();
                    if (oldest.thread() == thread && oldest.capacity() == size && !hasOpen(oldest)) {
                        oldest.clear();
                        made = oldest; // No other thread knows it, and its memory is at hand.
                    }
                }
                if (made == null) {
                    made = new Chunk(thread, Thread.currentThread().getName(), size);
                }
                chunks.add(made);
                capacity += size;
            }
            return made;
        }
    }

    private void add(long time, EventKind kind, boolean begins, int peer, long callId, Object subject) {
        if (!isOver) {
            try {
                track.get().add(time, kind, begins, peer, callId, subject);
            } catch (OutOfMemoryError | StackOverflowError e) {
                // The trace lacks this event, and the program goes on.
            }
        }
    }

    /** Records nothing any more, and returns what there is. */
    List<Chunk> end() {
        isOver = true;
        synchronized (chunks) {
            return List.copyOf(chunks);
        }
    }

    /** Number of events that were dropped for others. */
    long dropped() {
        synchronized (chunks) {
            return dropped;
        }
    }

    @Override
    public long time() {
        return System.nanoTime();
    }

    private void begin(long time, EventKind kind, int peer, long callId, Object subject) {
        if (!isOver) {
            try {
                track.get().begin(time, kind, peer, callId, subject);
            } catch (OutOfMemoryError | StackOverflowError e) {
                // As in add.
            }
        }
    }

    private void end(EventKind kind, long time) {
        if (!isOver) {
            try {
                track.get().end(kind, time);
            } catch (OutOfMemoryError | StackOverflowError e) {
                // As in add.
            }
        }
    }

    @Override
    public void callBegins(PendingCall call) {
        begin(call.startedAt(), EventKind.CALL, call.peer(), call.id(), call.method());
    }

    @Override
    public void callEnds(PendingCall call, long time) {
        end(EventKind.CALL, time);
    }

    @Override
    public void asyncBegins(PendingCall call) {
        add(call.startedAt(), EventKind.ASYNC, true, call.peer(), call.id(), call.method());
    }

    @Override
    public void asyncEnds(PendingCall call, long time) {
        add(time, EventKind.ASYNC, false, call.peer(), call.id(), call.method());
    }

    @Override
    public void oneWay(int rank, Object method, long bytes, long time) {
        add(time, EventKind.ONE_WAY, true, rank, 0, method);
    }

    @Override
    public void methodBegins(ServedMethod served, long time) {
        begin(time, EventKind.METHOD, served.caller(), served.callId(), served.method());
    }

    @Override
    public void methodEnds(ServedMethod served, long bytes, long began, long time) {
        end(EventKind.METHOD, time);
    }

    @Override
    public void messageSent(String call, Object on, int dest, int tag, long bytes, long began) {
        addMessage(EventKind.SENT, began, dest, bytes, on, sent.next(on, dest, tag), call);
    }

    @Override
    public void messageReceived(String call, Object on, int source, int tag, long bytes, long began) {
        addMessage(EventKind.RECEIVED, began, source, bytes, on, received.next(on, source, tag), call);
    }

    @Override
    public void collectiveEnded(String call, Object on, long bytes, long began) {
        addMessage(EventKind.COLLECTIVE, began, NOBODY, bytes, on, 0, call);
    }

    private void addMessage(EventKind kind, long began, int peer, long bytes, Object on, long tagAndNumber,
            String call) {
        add(began, kind, true, peer, bytes, on);
        add(time(), kind, false, peer, tagAndNumber, call);
    }

    @Override
    public void waitBegins(Completion completion) {
        Awaited awaited = completion.awaited();
        begin(time(), EventKind.WAIT, NOBODY, 0,
                awaited == null || awaited.call().isEmpty() ? "wait" : text(awaited));
    }

    private static String text(Awaited awaited) {
        String which = awaited.which().isEmpty() ? "" : ", " + awaited.which();
        return awaited.call() + (awaited.on().isEmpty() ? "" : " on " + awaited.on()) + which;
    }

    @Override
    public void waitEnds() {
        end(EventKind.WAIT, time());
    }
}

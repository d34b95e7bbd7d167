package org.rmi4mpi.dispatch;

import java.util.Iterator;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import org.rmi4mpi.bridge.Backoff;
import org.rmi4mpi.bridge.Completion;
import org.rmi4mpi.bridge.Progress;
import org.rmi4mpi.transport.Frame;
import org.rmi4mpi.transport.Transport;
import org.rmi4mpi.transport.TransportException;
import org.rmi4mpi.wire.CallFrame;

/** Sends this rank's calls, and serves those of others. Used by any thread. */
public final class Dispatcher implements Progress {
    private static final int TESTS_PER_POLL = 3;
    private static final long WORKER_IDLE_SECONDS = 30;
    /** The dispatcher thread, for which nobody waits yet, goes to sleep soon. */
    private static final int IDLE_POLLS = 20;

    private record Watched(Completion completion, Runnable then) {}

    private final Transport transport;
    private final RequestHandler handler;
    private final int polls;
    private final long longestSleepNs;

    /** Added to by any thread, gone through under the poll lock. */
    private final ConcurrentLinkedQueue<Watched> watched = new ConcurrentLinkedQueue<>();
    private final ReentrantLock pollLock = new ReentrantLock();
    /** Waiting threads that are awake and poll. */
    private final AtomicInteger pollers = new AtomicInteger();
    private final AtomicLong lastCallId = new AtomicLong();
    private final ConcurrentHashMap<Long, PendingCall> calls = new ConcurrentHashMap<>();
    private final AtomicInteger lastWorker = new AtomicInteger();
    private final ExecutorService workers = new ThreadPoolExecutor(
            0, Integer.MAX_VALUE, WORKER_IDLE_SECONDS, TimeUnit.SECONDS, new SynchronousQueue<>(), this::newWorker);
    private final ConcurrentLinkedQueue<Runnable> deferred = new ConcurrentLinkedQueue<>();
    private final AtomicInteger running = new AtomicInteger();
    private final Thread thread;
    private volatile String lastTrouble;
    private volatile boolean stopped;

    /**
     * @param polls how often a waiting thread polls before it sleeps
     * @param longestSleepNs longest step in which an idle thread sleeps between two polls
     */
    public Dispatcher(Transport transport, RequestHandler handler, int polls, long longestSleepNs) {
        this.transport = transport;
        this.handler = handler;
        this.polls = polls;
        this.longestSleepNs = longestSleepNs;
        this.thread = new Thread(this::run, "rmi4mpi-dispatcher-" + transport.rank());
        thread.setDaemon(true);
    }

    public void start() {
        thread.start();
    }

    private Thread newWorker(Runnable task) {
        Thread worker =
                new Thread(task, "rmi4mpi-worker-" + transport.rank() + "." + lastWorker.incrementAndGet());
        worker.setDaemon(true);
        return worker;
    }

    /**
     * Sends a request and waits for its reply, which then belongs to the caller.
     *
     * @throws TransportException where the rank cannot be reached, or this rank's dispatcher has stopped
     */
    public Frame call(int rank, Frame request) {
        long id = lastCallId.incrementAndGet();
        PendingCall pending = new PendingCall();
        calls.put(id, pending);
        try {
            request.bytes().putLong(CallFrame.CALL_ID, id);
            send(rank, request);
            await(() -> pending.isDone() || stopped);
        } finally {
            calls.remove(id);
        }
        if (!pending.isDone()) {
            throw closed("call rank " + rank);
        }
        return pending.reply();
    }

    private void send(int rank, Frame frame) {
        if (stopped) {
            frame.release();
            throw closed("send to rank " + rank);
        }
        transport.send(rank, frame);
    }

    private TransportException closed(String what) {
        return new TransportException(
                "rank " + transport.rank() + " cannot " + what
                + ": the job has been finalised; make remote calls before MPI.Finalize()");
    }

    /**
     * {@inheritDoc} Polls while it waits; a wait that lasts sleeps in growing steps and leaves the polling
     * to the dispatcher thread.
     */
    @Override
    public void await(Completion completion) {
        if (completion.test()) {
            return;
        }
        Backoff backoff = new Backoff(polls, longestSleepNs);
        boolean interrupted = false;
        boolean polls = true;
        pollers.incrementAndGet();
        try {
            while (!tested(completion)) {
                interrupted |= Thread.interrupted(); // a thread that stays interrupted cannot sleep
                int found = pollSafely();
                if (found > 0) {
                    backoff.reset();
                } else if (found < 0 && pollers.get() > 1) {
                    backoff.sleep(); // another waiting thread polls
                } else {
                    backoff.idle();
                }
                if (polls == backoff.isSleeping()) {
                    polls = !polls;
                    pollers.addAndGet(polls ? 1 : -1);
                }
            }
        } finally {
            if (polls) {
                pollers.decrementAndGet();
            }
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** A completion is worth several looks for each at the messages of others. */
    private static boolean tested(Completion completion) {
        for (int i = 0; i < TESTS_PER_POLL; i++) {
            if (completion.test()) {
                return true;
            }
        }
        return false;
    }

    @Override
    public void watch(Completion completion, Runnable then) {
        watched.add(new Watched(completion, then));
    }

    /** Under the poll lock. Returns how many are done. */
    private int pollWatched() {
        int done = 0;
        for (Iterator<Watched> i = watched.iterator(); i.hasNext(); ) {
            Watched each = i.next();
            boolean over = true; // also where the test fails, which it would do again
            try {
                over = each.completion().test();
            } finally {
                if (over) {
                    i.remove();
                }
            }
            if (over && each.then() != null) {
                startWorker(each.then());
                done++;
            }
        }
        return done;
    }

    private void run() {
        Backoff backoff = new Backoff(IDLE_POLLS, longestSleepNs);
        while (!stopped) {
            if (pollers.get() > 0) {
                backoff.sleep(); // a waiting thread does it
            } else if (pollSafely() > 0) {
                backoff.reset();
            } else {
                backoff.idle();
            }
            startDeferred();
        }
    }

    /** The trouble of polling is nobody's in particular; it is reported once, however often it comes back. */
    private int pollSafely() {
        try {
            return poll();
        } catch (Throwable e) {
            if (!e.toString().equals(lastTrouble)) {
                lastTrouble = e.toString();
                System.err.println("rmi4mpi: rank " + transport.rank() + " goes on after trouble with messages: " + e);
            }
            return 0;
        }
    }

    /** Returns how much was found; -1 where another thread polls. */
    private int poll() {
        if (!pollLock.tryLock()) {
            return -1;
        }
        try {
            int frames = transport.poll(this::accept);
            return watched.isEmpty() ? frames : frames + pollWatched();
        } finally {
            pollLock.unlock();
        }
    }

    private void accept(int sender, Frame frame) {
        int length = frame.bytes().remaining();
        if (length < CallFrame.REPLY_HEADER || frame.bytes().get(CallFrame.VERSION_OFFSET) != CallFrame.VERSION) {
            drop(sender, frame, "is no frame of version " + CallFrame.VERSION);
            return;
        }
        switch (frame.bytes().get(CallFrame.KIND)) {
            case CallFrame.KIND_REQUEST -> acceptRequest(sender, frame);
            case CallFrame.KIND_RESULT, CallFrame.KIND_EXCEPTION -> acceptReply(sender, frame);
            default -> drop(sender, frame, "is of unknown kind " + frame.bytes().get(CallFrame.KIND));
        }
    }

    private void acceptRequest(int caller, Frame request) {
        if (request.bytes().remaining() < CallFrame.REQUEST_HEADER) {
            drop(caller, request, "is shorter than a request's header");
            return;
        }
        running.incrementAndGet();
        startWorker(() -> serve(caller, request));
    }

    /** Where there is no memory for one more thread, the call waits for a worker that becomes free. */
    private void startWorker(Runnable call) {
        try {
            workers.execute(call);
        } catch (OutOfMemoryError e) {
            deferred.add(call);
        } catch (RejectedExecutionException e) {
            running.decrementAndGet(); // the job has ended: the caller has been told
        }
    }

    private void startDeferred() {
        Runnable call = deferred.poll();
        if (call != null) {
            startWorker(call);
        }
    }

    private void serve(int caller, Frame request) {
        try {
            long id = request.bytes().getLong(CallFrame.CALL_ID);
            send(caller, numbered(handled(caller, request), id));
        } catch (TransportException e) {
            if (!stopped) {
                System.err.println("rmi4mpi: a reply was not sent: " + e.getMessage());
            }
        } finally {
            running.decrementAndGet();
            startDeferred();
        }
    }

    /** Whatever happens, the caller gets a reply: in the last resort one that holds nothing, which it cannot read. */
    private Frame handled(int caller, Frame request) {
        try {
            return handler.handle(caller, request);
        } catch (Throwable e) {
            System.err.println("rmi4mpi: rank " + transport.rank() + " could not answer a call of rank " + caller
                    + ": " + e);
            Frame empty = transport.acquire(CallFrame.REPLY_HEADER);
            empty.bytes().put(CallFrame.KIND, CallFrame.KIND_EXCEPTION).put(CallFrame.VERSION_OFFSET,
                    CallFrame.VERSION);
            empty.bytes().position(CallFrame.REPLY_HEADER);
            return empty;
        }
    }

    private static Frame numbered(Frame reply, long id) {
        reply.bytes().putLong(CallFrame.CALL_ID, id);
        return reply;
    }

    private void acceptReply(int callee, Frame reply) {
        PendingCall pending = calls.get(reply.bytes().getLong(CallFrame.CALL_ID));
        if (pending == null) {
            drop(callee, reply, "answers no call that is pending");
        } else {
            pending.complete(reply);
        }
    }

    private void drop(int sender, Frame frame, String why) {
        System.err.println("rmi4mpi: rank " + transport.rank() + " dropped a frame of " + frame.bytes().remaining()
                + " bytes from rank " + sender + ": it " + why);
        frame.release();
    }

    /**
     * Returns when the calls that this rank serves have ended and their replies have left it. A method that
     * does not return for so long, having perhaps parked for ever, is given up.
     */
    public void drain(long timeoutNs) {
        long deadline = System.nanoTime() + timeoutNs;
        await(() -> running.get() == 0 && transport.isDrained() || System.nanoTime() - deadline > 0);
        if (running.get() > 0) {
            System.err.println("rmi4mpi: rank " + transport.rank() + " ends while " + running.get()
                    + " remote calls still run on it; their callers get a ConnectException");
        }
    }

    /** Calls that are pending, or made from here on, fail. */
    public void stop() {
        stopped = true;
        TransportException closed = closed("wait any longer");
        calls.values().forEach(call -> call.fail(closed));
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        workers.shutdown();
    }

    @Override
    public void end() {
        for (Watched each = watched.poll(); each != null; each = watched.poll()) {
            try {
                if (each.completion().test() && each.then() != null) {
                    newWorker(each.then()).start();
                }
            } catch (RuntimeException e) {
                // it was nobody's: a future is told by its own completion
            }
        }
    }
}

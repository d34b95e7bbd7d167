package org.rmi4mpi.ref;

import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.rmi4mpi.dispatch.Dispatcher;
import org.rmi4mpi.dispatch.PendingCall;
import org.rmi4mpi.ref.stub.RemoteMethod;
import org.rmi4mpi.transport.Frame;

/** An asynchronous call, whose reply completes a future. One thread makes it, and another may end it. */
final class AsyncCall extends PendingCall {
    private final AsyncCallTable calls;
    private final RemoteMethod method;
    private final ClassLoader loader;
    /** The context class loader of the thread that made the call. The thread that reads the outcome takes it. */
    private final ClassLoader context = Thread.currentThread().getContextClassLoader();
    /** 0 for none. */
    private final long timeoutNs;
    /** Null if there are no interceptors, or if they have been told of the end. */
    private CallInfo info;
    @SuppressWarnings("unused") // keeps the object alive during the call
    private volatile Object target;
    private final RemoteFuture<Object> future = new RemoteFuture<>(this);
    /** Completes with true when the time is over, or with false when the call ends earlier; null without a time-out. */
    private CompletableFuture<Boolean> timer;
    private volatile boolean isAbandoned;
    /** The waiting thread that took the reply; null if the crew took it. */
    private Thread taker;
    /** The outcome. */
    private Object result;
    private Throwable thrown;
    /** The next call in the same bucket of the table, or in the list of calls that are still to be completed. */
    AsyncCall next;

    /** @param loader finds the classes of the result, before the context class loader */
    AsyncCall(AsyncCallTable calls, RequestWriter request, RemoteMethod method, ClassLoader loader) {
        this.calls = calls;
        this.method = method;
        this.loader = loader;
        target = request.target();
        info = request.info();
        timeoutNs = request.timeoutNs();
        begin(calls.newId(), request.rank());
    }

    /** Registers the call and starts its timer. From now on a reply may arrive. */
    void start() {
        setStart(calls.dispatcher().probe().time());
        calls.add(this);
        calls.dispatcher().probe().asyncBegins(this);
        calls.dispatcher().recent().asyncBegins(this);
        if (timeoutNs > 0) {
            timer = new CompletableFuture<Boolean>().completeOnTimeout(true, timeoutNs, TimeUnit.NANOSECONDS);
            timer.thenAccept(isOver -> {
                if (isOver) {
                    calls.dispatcher().runElsewhere(this::expire);
                }
            });
        }
    }

    private void expire() {
        future.completeExceptionally(new CallTimeoutException(this, timeoutNs));
    }

    /** The request is written, and leaves. */
    void setRequest(long bytes) {
        setRequestBytes(bytes);
    }

    /**
     * The request has been sent. Sends a cancellation that was requested earlier: it could have overtaken the request.
     */
    void cancelIfAbandoned() {
        if (isAbandoned) {
            calls.dispatcher().cancel(peer(), id());
        }
    }

    RemoteFuture<Object> future() {
        return future;
    }

    /** Completes the future with the outcome in a reply, and releases the reply. */
    void end(Frame reply) {
        target = null;
        ReplyReader replies = null;
        Object read = null;
        Throwable failure = null;
        try {
            replies = calls.newReader();
            read = value(replies, reply);
        } catch (Throwable e) {
            failure = e;
        }
        if (replies == null) {
            calls.marshaller().drop(reply);
        }
        end(read, failure);
    }

    private Object value(ReplyReader replies, Frame reply) throws Exception {
        Thread reader = Thread.currentThread();
        ClassLoader own = reader.getContextClassLoader();
        if (own == context) {
            return replies.value(reply, method, loader);
        }
        reader.setContextClassLoader(context);
        try {
            return replies.value(reply, method, loader);
        } finally {
            reader.setContextClassLoader(own);
        }
    }

    /** Completes the future. If memory for that is missing, the crew completes it later. */
    private void end(Object read, Throwable failure) {
        result = read;
        thrown = failure;
        try {
            complete();
        } catch (OutOfMemoryError e) {
            calls.completeLater(this);
        }
    }

    /** Completes the future with the known outcome. May be called again after an OutOfMemoryError. */
    void complete() {
        stopTimer();
        calls.dispatcher().probe().asyncEnds(this, calls.dispatcher().probe().time());
        calls.dispatcher().recent().asyncEnds(this);
        if (info != null) {
            CallInfo told = info;
            info = null;
            calls.interceptors().tellCalled(told, thrown);
        }
        Runnable completion = thrown == null ? () -> future.finish(result) : () -> future.fail(thrown);
        if (Thread.currentThread() != taker) {
            completion.run();
        } else if (!future.runAlone(completion)) {
            calls.dispatcher().runElsewhere(completion); // this thread may hold locks, and must not run dependents
        }
    }

    private void stopTimer() {
        if (timer != null) {
            timer.complete(false);
        }
    }

    void fail(Throwable failure) {
        target = null;
        end(null, failure);
    }

    /** The request could not be written, and nobody has the future. */
    void withdraw() {
        target = null;
        calls.remove(this);
        stopTimer();
    }

    /** Someone else has completed the future: ask the callee to cancel the call. */
    void abandon() {
        target = null;
        if (calls.remove(this)) {
            isAbandoned = true;
            stopTimer();
            calls.dispatcher().cancel(peer(), id());
            calls.interceptors().tellCalled(info, new CancellationException());
        }
    }

    /** Polls until the condition holds, for a waiting thread; see {@link Dispatcher#pollFor}. */
    void poll(BooleanSupplier condition, boolean takes) {
        calls.dispatcher().pollFor(condition, takes ? this : null);
        Frame reply = takes ? takeOnce() : null;
        if (reply != null) {
            taker = Thread.currentThread();
            calls.takeReply(reply);
        }
    }

    @Override
    public RemoteMethod method() {
        return method;
    }

    @Override
    public String toString() {
        return method + " at rank " + peer();
    }
}

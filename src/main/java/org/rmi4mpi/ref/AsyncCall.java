package org.rmi4mpi.ref;

import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.rmi4mpi.dispatch.Dispatcher;
import org.rmi4mpi.dispatch.PendingCall;
import org.rmi4mpi.serial.Streams;
import org.rmi4mpi.transport.Frame;

/** A call whose result completes a future. Made by one thread, ended by another. */
final class AsyncCall extends PendingCall {
    private final ReferenceLayer layer;
    private final RemoteMethod method;
    private final ClassLoader loader;
    /** 0 for none. */
    private final long timeoutNs;
    /** Null where there are no interceptors, or they have been told. */
    private CallInfo info;
    /** Keeps the object while the call is under way. */
    private volatile RemoteReference target;
    private final RemoteFuture<Object> future = new RemoteFuture<>(this);
    /** True when the time is over, and false when the call has ended before; null where it has any time. */
    private CompletableFuture<Boolean> timer;
    private volatile boolean isAbandoned;
    /** A waiting thread that has taken the reply; null where the crew has. */
    private Thread taker;
    /** What it has come to. */
    private Object result;
    private Throwable thrown;
    /** The next in the same place of the table of calls, or among those that are still to be completed. */
    AsyncCall next;

    /** @param loader finds the classes of the result */
    AsyncCall(ReferenceLayer layer, Request request, RemoteMethod method, ClassLoader loader) {
        this.layer = layer;
        this.method = method;
        this.loader = loader;
        target = request.target();
        info = request.info();
        timeoutNs = request.timeoutNs();
        begin(layer.asyncs().newId(), target.rank());
    }

    /** From now on there may be a reply, or its time be over. */
    void start() {
        layer.asyncs().add(this);
        if (timeoutNs > 0) {
            timer = new CompletableFuture<Boolean>().completeOnTimeout(true, timeoutNs, TimeUnit.NANOSECONDS);
            timer.thenAccept(isOver -> {
                if (isOver) {
                    layer.dispatcher().runElsewhere(this::expired);
                }
            });
        }
    }

    private void expired() {
        future.completeExceptionally(new CallTimeoutException(this, timeoutNs));
    }

    /** The request has been sent: a cancellation before may have been ahead of it. */
    void sent() {
        if (isAbandoned) {
            layer.dispatcher().cancel(peer(), id());
        }
    }

    RemoteFuture<Object> future() {
        return future;
    }

    /** Completes the future with what a reply says, which is released. */
    void ended(Frame reply) {
        target = null;
        ReplyReader replies = null;
        Object read = null;
        Throwable failure = null;
        try {
            replies = new ReplyReader(layer, Streams.own());
            read = replies.value(reply, method, loader);
        } catch (Throwable e) {
            failure = e;
        }
        if (replies == null) {
            layer.drop(reply);
        }
        ended(read, failure);
    }

    /** Completes the future, now or, where there is no memory for what that takes, when the crew next looks around. */
    private void ended(Object read, Throwable failure) {
        result = read;
        thrown = failure;
        try {
            complete();
        } catch (OutOfMemoryError e) {
            layer.asyncs().forgotten(this);
        }
    }

    /** Completes the future with what is known. Done again from its beginning where there was no memory. */
    void complete() {
        stopTimer();
        if (info != null) {
            CallInfo told = info;
            info = null;
            layer.interceptors().called(told, thrown);
        }
        Runnable completion = thrown == null ? () -> future.finish(result) : () -> future.fail(thrown);
        if (Thread.currentThread() != taker) {
            completion.run();
        } else if (!future.runAlone(completion)) {
            layer.dispatcher().runElsewhere(completion); // dependents are not run by a thread that may hold locks
        }
    }

    private void stopTimer() {
        if (timer != null) {
            timer.complete(false);
        }
    }

    void failed(Throwable failure) {
        target = null;
        ended(null, failure);
    }

    /** Someone else has completed the future: what the method still does is of no interest. */
    void abandoned() {
        target = null;
        if (layer.asyncs().remove(this)) {
            isAbandoned = true;
            stopTimer();
            layer.dispatcher().cancel(peer(), id());
            layer.interceptors().called(info, new CancellationException());
        }
    }

    /** For a thread that waits; see {@link Dispatcher#pollFor}. */
    void poll(BooleanSupplier condition, boolean takes) {
        layer.dispatcher().pollFor(condition, takes ? this : null);
        Frame reply = takes ? takeOnce() : null;
        if (reply != null) {
            taker = Thread.currentThread();
            layer.asyncs().replied(reply);
        }
    }

    @Override
    public String toString() {
        return method + " at rank " + peer();
    }
}

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
    private final CallInfo info;
    /** Keeps the object while the call is under way. */
    private volatile RemoteReference target;
    private final RemoteFuture<Object> future = new RemoteFuture<>(this);
    /** True when the time is over, and false when the call has ended before; null where it has any time. */
    private CompletableFuture<Boolean> timer;
    private volatile boolean isAbandoned;
    /** A waiting thread that has taken the reply; null where the crew has. */
    private Thread taker;

    /** @param info what interceptors see; null where there are none */
    AsyncCall(ReferenceLayer layer, RemoteMethod method, RemoteReference target, ClassLoader loader, long timeoutNs,
            CallInfo info) {
        this.target = target;
        this.info = info;
        this.layer = layer;
        this.method = method;
        this.loader = loader;
        this.timeoutNs = timeoutNs;
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
        Object result;
        target = null;
        try {
            result = new Reply(layer, reply, Streams.own(), loader).value(method);
        } catch (Throwable e) {
            failed(e);
            return;
        }
        stopTimer();
        layer.interceptors().called(info, null);
        complete(() -> future.finish(result));
    }

    /** What depends on the future is not run by a thread that waits for it, and may hold locks. */
    private void complete(Runnable completion) {
        if (Thread.currentThread() != taker) {
            completion.run();
        } else if (!future.runAlone(completion)) {
            layer.dispatcher().runElsewhere(completion);
        }
    }

    private void stopTimer() {
        if (timer != null) {
            timer.complete(false);
        }
    }

    void failed(Throwable thrown) {
        target = null;
        stopTimer();
        layer.interceptors().called(info, thrown);
        complete(() -> future.fail(thrown));
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

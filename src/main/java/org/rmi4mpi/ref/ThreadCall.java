package org.rmi4mpi.ref;

import java.rmi.ConnectException;
import java.rmi.RemoteException;

/**
 * The calls that a thread makes by stubs, one at a time; each is sent when its arguments are there. Owned by its thread,
 * which has another one for calls that are made while this is under way.
 */
final class ThreadCall extends OutgoingCall {
    private final CallerThread thread;
    private final Exchange exchange;
    private ThreadCall deeper;

    ThreadCall(ReferenceLayer layer, CallerThread thread) {
        super(layer);
        this.thread = thread;
        exchange = new Exchange(layer, this);
        request.isSentBy(thread);
    }

    /** That of its place in the table of pending calls. */
    int number() {
        return exchange.number();
    }

    /** This one, or where it is under way the next one. */
    ThreadCall free() {
        ThreadCall call = this;
        while (call.request.isUnderWay()) {
            if (call.deeper == null) {
                call.deeper = new ThreadCall(layer, thread);
            }
            call = call.deeper;
        }
        return call;
    }

    OutgoingCall begin(RemoteReference target, RemoteMethod called) throws RemoteException {
        isOf(called);
        argumentsGo(request.begin(target, CallKind.of(target.mode(), called), called.hash(), called.primitiveBytes()));
        return this;
    }

    @Override
    public Object invoke() throws Exception {
        CallKind kind = request.kind();
        if (kind == CallKind.AWAITED) {
            return exchange.make();
        } else if (kind == CallKind.ONE_WAY) {
            request.sendOneWay();
            return null;
        }
        return start();
    }

    /** Returns the future where that is the method's result; else the thread may take it next. */
    private Object start() throws RemoteException {
        AsyncCall call = started();
        try {
            request.sendAsync(call.id());
            call.sent();
        } catch (Throwable e) {
            layer.asyncs().remove(call);
            call.failed(e);
            if (!(e instanceof ConnectException)) {
                throw e;
            }
        }
        if (method().promises()) {
            return call.future();
        }
        thread.keepFuture(call.future());
        return null;
    }

    private AsyncCall started() {
        AsyncCall call = null;
        try {
            call = new AsyncCall(layer, request, method(), callerLoader());
            call.start();
            return call;
        } catch (Throwable e) {
            if (call != null) {
                layer.asyncs().remove(call);
            }
            giveUp(e);
            throw e;
        }
    }

    @Override
    void giveUp(Throwable thrown) {
        request.giveUp(thrown);
    }
}

package org.rmi4mpi.ref;

import java.rmi.RemoteException;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/**
 * The interceptors of a rank. Calls pass them in the order in which they were added, and replies in reverse order.
 * Thread-safe.
 */
public final class Interceptors {
    private volatile Interceptor[] all = {};

    /** Adds an interceptor for all later calls. Has no effect if it is there already. */
    public synchronized void add(Interceptor interceptor) {
        if (!List.of(all).contains(interceptor)) {
            Interceptor[] more = Arrays.copyOf(all, all.length + 1);
            more[all.length] = interceptor;
            all = more;
        }
    }

    public synchronized void remove(Interceptor interceptor) {
        all = Arrays.stream(all).filter(each -> !each.equals(interceptor)).toArray(Interceptor[]::new);
    }

    public boolean isEmpty() {
        return all.length == 0;
    }

    /** @throws RemoteException if one of them refuses the call */
    public void tellCalling(CallInfo call) throws RemoteException {
        for (Interceptor each : all) {
            each.calling(call);
        }
    }

    /** @throws RemoteException if one of them refuses the call */
    public void tellServing(CallInfo call) throws RemoteException {
        for (Interceptor each : all) {
            each.serving(call);
        }
    }

    /**
     * Reports the end of a call that this rank has made. Does nothing for null, since the interceptors were not told of
     * that call.
     */
    public void tellCalled(CallInfo call, Throwable thrown) {
        if (call != null) {
            inform(call, interceptor -> interceptor.called(call, thrown));
        }
    }

    public void tellServed(CallInfo call, Throwable thrown) {
        inform(call, interceptor -> interceptor.served(call, thrown));
    }

    private void inform(CallInfo call, Consumer<Interceptor> what) {
        Interceptor[] informed = all;
        for (int i = informed.length - 1; i >= 0; i--) {
            try {
                what.accept(informed[i]);
            } catch (Throwable e) {
                System.err.println("rmi4mpi: an interceptor failed after the call of " + call + ": " + e);
            }
        }
    }
}

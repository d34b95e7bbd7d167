package org.rmi4mpi.ref;

import java.util.Collections;
import java.util.Set;
import java.util.WeakHashMap;
import org.rmi4mpi.dispatch.Dispatcher;
import org.rmi4mpi.ref.collect.Collector;
import org.rmi4mpi.ref.collect.ExportTable;
import org.rmi4mpi.transport.Frame;
import org.rmi4mpi.wire.RequestFrame;

/** The calls that the threads of this rank run, one call object or a chain of them for each thread. Thread-safe. */
final class ServedCalls {
    /** All calls, including those in chains. An entry goes with its thread. Synchronized. */
    private final Set<ServedCall> all = Collections.newSetFromMap(new WeakHashMap<>());
    private final ThreadLocal<ServedCall> ofThread = ThreadLocal.withInitial(this::newCall);
    private final Marshaller marshaller;
    private final Dispatcher dispatcher;
    private final ExportTable<ExportedObject> exports;
    private final Collector collector;
    private final Interceptors interceptors;

    ServedCalls(Marshaller marshaller, Dispatcher dispatcher, ExportTable<ExportedObject> exports, Collector collector,
            Interceptors interceptors) {
        this.marshaller = marshaller;
        this.dispatcher = dispatcher;
        this.exports = exports;
        this.collector = collector;
        this.interceptors = interceptors;
    }

    /** Creates a call object. */
    ServedCall newCall() {
        ServedCall call = new ServedCall(this, marshaller, dispatcher, exports, collector, interceptors);
        synchronized (all) {
            all.add(call);
        }
        return call;
    }

    /** Uses the call object of a crew thread also for calls of that thread to its own rank. */
    void adopt(ServedCall call) {
        ofThread.set(call);
    }

    /** A call object of this thread that is not in use. */
    ServedCall free() {
        return ofThread.get().free();
    }

    /** Runs a call of this rank to one of its own objects on this thread, and returns the reply. */
    Frame answerOwn(OutgoingFrame request) {
        return free().runOwn(request.endOwn(), request.restOfOwn());
    }

    /** The innermost call that this thread runs; null if it runs none. */
    ServedCall innermost() {
        return ofThread.get().innermost();
    }

    /** Whether a method of the object is running. */
    boolean isRunning(ExportedObject object) {
        synchronized (all) {
            for (ServedCall call : all) {
                if (call.target() == object) {
                    return true;
                }
            }
            return false;
        }
    }

    /** The number of methods of exported objects that are running. Well-known objects do not count. */
    int methodsRunning() {
        int running = 0;
        synchronized (all) {
            for (ServedCall call : all) {
                ExportedObject target = call.target();
                running += target != null && target.id() >= RequestFrame.TASKS ? 1 : 0;
            }
        }
        return running;
    }

    /** Cancels a call that runs. Returns false if no thread runs it. */
    boolean cancel(int caller, long callId) {
        synchronized (all) {
            for (ServedCall call : all) {
                if (call.cancel(caller, callId)) {
                    return true;
                }
            }
            return false;
        }
    }
}

package org.rmi4mpi.ref;

import java.util.Collections;
import java.util.Set;
import java.util.WeakHashMap;

/** The calls that the threads of this rank run, one call object or a chain of them for each thread. Thread-safe. */
final class ServedCalls {
    /** All calls, including those in chains. An entry goes with its thread. Synchronized. */
    private final Set<ServedCall> all = Collections.newSetFromMap(new WeakHashMap<>());
    private final ThreadLocal<ServedCall> ofThread;

    ServedCalls(ReferenceLayer layer) {
        ofThread = ThreadLocal.withInitial(() -> new ServedCall(layer));
    }

    void add(ServedCall call) {
        synchronized (all) {
            all.add(call);
        }
    }

    /** Uses the call object of a crew thread also for calls of that thread to its own rank. */
    void adopt(ServedCall call) {
        ofThread.set(call);
    }

    /** A call object of this thread that is not in use. */
    ServedCall free() {
        return ofThread.get().free();
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

    /** Whether a method of an exported object is running. Well-known objects do not count. */
    boolean runMethods() {
        synchronized (all) {
            for (ServedCall call : all) {
                ExportedObject target = call.target();
                if (target != null && target.id() >= ExportTable.WELL_KNOWN) {
                    return true;
                }
            }
            return false;
        }
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

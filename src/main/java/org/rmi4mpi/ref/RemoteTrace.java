package org.rmi4mpi.ref;

import java.lang.reflect.Method;
import java.rmi.UnexpectedException;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.rmi4mpi.ref.stub.StubFactory;

/**
 * Makes the stack traces of an exception that a call has brought: the frames of the callee, a line that names both ranks,
 * and the frames of the caller. Our own frames between them are left out. The line stands for the method of the remote
 * interface, so that each frame has the name of a class. Owned by the calling thread.
 */
final class RemoteTrace {
    private static final StackTraceElement[] NONE = {};
    private static final String STUB_HANDLER = "java.rmi.server.RemoteObjectInvocationHandler";
    private static final List<String> OUR_PACKAGES = List.of("org.rmi4mpi.dispatch.", "org.rmi4mpi.ref.");

    private final StackTraceElement boundary;
    /** Without our own frames at its top. */
    private final StackTraceElement[] caller;
    private final boolean isSameThread;

    private RemoteTrace(StackTraceElement boundary, StackTraceElement[] caller, boolean isSameThread) {
        this.boundary = boundary;
        this.caller = caller;
        this.isSameThread = isSameThread;
    }

    /**
     * The trace of a call that this thread makes. The thread itself may have run the method, too.
     *
     * @param boundary the line between the frames of both ranks
     */
    static RemoteTrace ofThisThread(StackTraceElement boundary, boolean isSameThread) {
        StackTraceElement[] frames = new Throwable().getStackTrace();
        return new RemoteTrace(boundary, Arrays.copyOfRange(frames, endOfOurs(frames), frames.length), isSameThread);
    }

    /** The trace of a call whose thread has gone on. */
    static RemoteTrace ofCallee(StackTraceElement boundary) {
        return new RemoteTrace(boundary, NONE, false);
    }

    /** Joins the traces of an exception of a call, of its causes and of its suppressed exceptions. */
    void join(Exception thrown) {
        if (thrown instanceof UnexpectedException unexpected) { // the caller has made it
            shorten(unexpected);
            joinAll(unexpected.getCause());
        } else {
            joinAll(thrown);
        }
    }

    private void joinAll(Throwable sent) {
        Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        Deque<Throwable> next = new ArrayDeque<>();
        next.add(sent);
        while (!next.isEmpty()) {
            Throwable each = next.remove();
            if (!seen.add(each)) {
                continue;
            }
            try {
                joinOne(each, each == sent);
                if (each.getCause() != null) {
                    next.add(each.getCause());
                }
            } catch (RuntimeException e) {
                // A program's own exception class may refuse these methods. Its trace stays as it is.
            }
            next.addAll(Arrays.asList(each.getSuppressed()));
        }
    }

    /** Removes our own frames of an exception that was made here, except for the first. */
    private void shorten(Throwable madeHere) {
        StackTraceElement[] frames = madeHere.getStackTrace();
        if (frames.length > 0) {
            madeHere.setStackTrace(concat(frames, 1, caller));
        }
    }

    private void joinOne(Throwable e, boolean isFirst) {
        StackTraceElement[] frames = e.getStackTrace();
        int end = frames.length;
        if (isSameThread) {
            if (!endsWithCaller(frames)) {
                return;
            }
            end -= caller.length;
        } else if (!isFirst && (end == 0 || !isOurs(frames[end - 1]))) {
            return; // another thread of the callee threw it
        }
        int kept = endOfCallee(frames, end);
        StackTraceElement[] below = new StackTraceElement[1 + caller.length];
        below[0] = boundary;
        System.arraycopy(caller, 0, below, 1, caller.length);
        e.setStackTrace(concat(frames, kept, below));
    }

    private boolean endsWithCaller(StackTraceElement[] frames) {
        int from = frames.length - caller.length;
        return from >= 0 && Arrays.equals(frames, from, frames.length, caller, 0, caller.length);
    }

    /** Where the frames of the method end. The first frame always counts, since it tells where the exception was made. */
    private static int endOfCallee(StackTraceElement[] frames, int end) {
        int kept = end;
        boolean isOfCall = end > 0 && isOurs(frames[end - 1]);
        while (isOfCall && kept > 1 && (isOurs(frames[kept - 1]) || isReflection(frames[kept - 1]))) {
            kept--;
        }
        return kept;
    }

    private static int endOfOurs(StackTraceElement[] frames) {
        int end = 0;
        while (end < frames.length && isOurs(frames[end])) {
            end++;
        }
        return end;
    }

    private static StackTraceElement[] concat(StackTraceElement[] above, int kept, StackTraceElement[] below) {
        StackTraceElement[] all = Arrays.copyOf(above, kept + below.length);
        System.arraycopy(below, 0, all, kept, below.length);
        return all;
    }

    /** Whether a frame makes or serves calls. */
    private static boolean isOurs(StackTraceElement frame) {
        String name = frame.getClassName();
        return OUR_PACKAGES.stream().anyMatch(name::startsWith) || StubFactory.isGenerated(name)
                || name.equals(STUB_HANDLER) || name.startsWith("$Proxy", name.lastIndexOf('.') + 1);
    }

    private static boolean isReflection(StackTraceElement frame) {
        return frame.getClassName().startsWith("jdk.internal.reflect.")
                || frame.getClassName().equals(Method.class.getName());
    }
}

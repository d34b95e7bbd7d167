package org.rmi4mpi.flight;

import java.util.ArrayDeque;
import java.util.Deque;
import jdk.jfr.Event;
import org.rmi4mpi.bridge.Awaited;
import org.rmi4mpi.bridge.Completion;
import org.rmi4mpi.dispatch.Counters.Count;
import org.rmi4mpi.dispatch.PendingCall;
import org.rmi4mpi.dispatch.Probe;
import org.rmi4mpi.dispatch.ServedMethod;

/** Turns what this rank does into events of the flight recorder. Texts are made for those alone that are recorded. */
final class FlightProbe extends Probe {
    private static final long LARGE = 64 << 10;

    private final ThreadLocal<Open> open = ThreadLocal.withInitial(Open::new);

    /** The events of a thread that have begun. Methods nest where a rank calls itself. */
    private static final class Open {
        private Call call;
        private Stall stall;
        private final Deque<Method> methods = new ArrayDeque<>();
    }

    @Override
    public void callBegins(PendingCall call) {
        Call event = new Call();
        event.begin();
        open.get().call = event;
    }

    @Override
    public void callEnds(PendingCall call, long time) {
        Open thread = open.get();
        Call event = thread.call;
        thread.call = null;
        if (event != null && hasLasted(event)) {
            event.method = call.method().toString();
            event.rank = call.peer();
            event.requestBytes = call.requestBytes();
            event.commit();
        }
        if (call.requestBytes() >= LARGE) {
            transferred("request", call.method(), call.peer(), call.requestBytes());
        }
    }

    @Override
    public void asyncEnds(PendingCall call, long time) {
        if (call.requestBytes() >= LARGE) {
            transferred("request", call.method(), call.peer(), call.requestBytes());
        }
    }

    @Override
    public void oneWay(int rank, Object method, long bytes, long time) {
        if (bytes >= LARGE) {
            transferred("request", method, rank, bytes);
        }
    }

    @Override
    public void methodBegins(ServedMethod served, long time) {
        Method event = new Method();
        event.begin();
        open.get().methods.push(event);
    }

    @Override
    public void methodEnds(ServedMethod served, long bytes, long began, long time) {
        Method event = open.get().methods.poll();
        if (event != null && hasLasted(event)) {
            event.method = served.method().toString();
            event.caller = served.caller();
            event.replyBytes = bytes;
            event.commit();
        }
        if (bytes >= LARGE) {
            transferred("reply", served.method(), served.caller(), bytes);
        }
    }

    @Override
    public void messageSent(String call, Object on, int dest, int tag, long bytes, long began) {
        if (bytes >= LARGE) {
            transferred("message", call, dest, bytes);
        }
    }

    @Override
    public void count(Count what, long value) {
        if (what == Count.HAND_OVERS) {
            new HandOver().commit();
        }
    }

    @Override
    public void waitBegins(Completion completion) {
        Stall event = new Stall();
        if (event.isEnabled()) {
            Awaited awaited = completion.awaited();
            event.awaited =
                    awaited == null ? "" : (awaited.call() + " " + awaited.on() + " " + awaited.which()).strip();
            event.begin();
            open.get().stall = event;
        }
    }

    @Override
    public void waitEnds() {
        Open thread = open.get();
        if (thread.stall != null) {
            thread.stall.commit();
            thread.stall = null;
        }
    }

    /** Whether the event, which ends now, has lasted as long as the settings ask. */
    private static boolean hasLasted(Event event) {
        event.end();
        return event.shouldCommit();
    }

    private static void transferred(String kind, Object name, int rank, long bytes) {
        LargeTransfer event = new LargeTransfer();
        if (event.shouldCommit()) {
            event.kind = kind;
            event.name = name.toString();
            event.rank = rank;
            event.bytes = bytes;
            event.commit();
        }
    }
}

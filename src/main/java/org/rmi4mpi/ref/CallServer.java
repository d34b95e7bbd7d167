package org.rmi4mpi.ref;

import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import org.rmi4mpi.dispatch.CallRunner;
import org.rmi4mpi.dispatch.CrewThread;
import org.rmi4mpi.dispatch.Dispatcher;
import org.rmi4mpi.transport.Frame;
import org.rmi4mpi.transport.TransportException;
import org.rmi4mpi.wire.ArraysTrailer;
import org.rmi4mpi.wire.FrameHeader;
import org.rmi4mpi.wire.FrameKind;
import org.rmi4mpi.wire.MemoryFrame;
import org.rmi4mpi.wire.RequestFrame;

/**
 * Serves the frames that a thread of the crew takes, one after the other. Makes sure that each call is answered, even
 * when stack or memory ends. Owned by its thread.
 */
final class CallServer implements CallRunner {
    private static final long NAP_NS = 1_000_000;
    /** The longest reply, in bytes, whose send is so short that its method may count as ended after it. */
    private static final int SHORT = 4096;

    private final ServedCalls served;
    private final Promises promises;
    private final AsyncCallTable asyncs;
    private final Marshaller marshaller;
    private final Dispatcher dispatcher;
    private final Peers peers;
    private final ServedCall call;
    private final ReplyWriter reply;
    private final Cancellation cancellation;
    /** Whether {@link #makeReady} has registered the call for this thread. */
    private boolean isAdopted;
    /** The id of the call, at the rank that has made it. Read without synchronization by other threads, for reports. */
    private long callId;
    /** Whether the thread is taking the reply to an asynchronous call, and running the dependents of its future. */
    private boolean takesReply;

    CallServer(ServedCalls served, Promises promises, AsyncCallTable asyncs, Marshaller marshaller,
            Dispatcher dispatcher, Peers peers) {
        this.peers = peers;
        this.served = served;
        this.promises = promises;
        this.asyncs = asyncs;
        this.marshaller = marshaller;
        this.dispatcher = dispatcher;
        call = served.newCall();
        reply = call.reply();
        cancellation = call.cancellation();
    }

    @Override
    public void makeReady() {
        reply.makeReady();
        if (!isAdopted) {
            served.adopt(call);
            reply.setOfCrew();
            cancellation.setThread(Thread.currentThread());
            isAdopted = true;
        }
    }

    @Override
    public void lookAround() {
        promises.tellForgotten();
        asyncs.endForgotten();
    }

    /** From now on the caller may cancel the call, if it is cancellable. */
    @Override
    public void beginCall(Frame frame) {
        ByteBuffer header = frame.bytes();
        if (FrameKind.isCall(FrameHeader.kind(header))) {
            call.setCaller(frame.sender());
            callId = FrameHeader.callId(header);
            cancellation.begin(RequestFrame.isCancellable(header) ? callId : 0);
        }
    }

    @Override
    public int caller() {
        return call.caller();
    }

    @Override
    public long callId() {
        return callId;
    }

    @Override
    public void run(Frame frame) {
        byte kind = FrameHeader.kind(frame.bytes());
        long id = FrameHeader.callId(frame.bytes());
        if (FrameKind.isCall(kind)) {
            boolean isAwaited = FrameKind.isAnswered(kind);
            if (isAwaited) {
                reply.expectReply(id);
            } else {
                reply.expectReply();
            }
            runToEnd(frame, id, isAwaited);
        } else if (FrameKind.isReply(kind)) {
            takeReply(frame);
        } else if (kind == FrameKind.PEER) {
            CrewThread.watchMethod();
            peers.serve(frame);
            CrewThread.methodHasEnded();
        } else if (kind == FrameKind.CANCEL) {
            int sender = frame.sender();
            frame.release();
            cancel(sender, id);
        } else {
            tellRefused(frame, id);
        }
    }

    /** Cancels a call whose caller no longer needs the result. */
    private void cancel(int caller, long callId) {
        if (promises.cancel(caller, callId) || promises.cancelHeld(caller, callId)) {
            return;
        }
        if (!served.cancel(caller, callId)) {
            promises.cancel(caller, callId); // the method may have returned a future meanwhile
        }
    }

    private void takeReply(Frame frame) {
        takesReply = true;
        CrewThread.watchMethod(); // Dependents of a future are code of the program.
        try {
            asyncs.takeReply(frame);
        } finally {
            takesReply = false;
        }
    }

    /** Repeats until the call is answered, since no other thread answers it. */
    private void runToEnd(Frame frame, long id, boolean isAwaited) {
        for (boolean isFirst = true; !reply.isAnswered(); isFirst = false) {
            try {
                if (isFirst) {
                    run(frame, id, isAwaited);
                } else {
                    call.clear();
                    reply.putNoMemory(null);
                    reply.sendAgain(id);
                }
            } catch (OutOfMemoryError | LinkageError e) { // loading a class may fail for lack of memory
                nap();
            }
        }
        call.tellEnd(); // Now, while the reply is on its way.
    }

    private void nap() {
        dispatcher.outOfMemory();
        LockSupport.parkNanos(NAP_NS);
    }

    private void run(Frame frame, long id, boolean isAwaited) {
        int caller = call.caller();
        boolean isWanted = true;
        CompletableFuture<?> later = null;
        call.request().take(frame);
        try {
            isWanted = !promises.takeCancelled(caller, id) && !cancellation.isRequested();
            if (isWanted) {
                call.answer(frame.bytes());
            }
            later = call.promised();
            if (later != null) {
                // registered before the call leaves the state in which its thread is cancelled
                promises.add(caller, id, later);
            }
        } catch (Throwable e) {
            later = null;
            reply.putNoMemory(e);
        }
        call.clear();
        CrewThread.methodHasEnded();
        if (!cancellation.tryEnd(id)) {
            call.endTime();
            reply.expectNone();
            cancellation.awaitInterrupt();
            promises.cancel(caller, id);
        } else if (isWanted && later == null && isAwaited) {
            if (reply.length() > SHORT) {
                call.endTime();
            }
            reply.send(id);
        }
        reply.expectNone();
        reply.discard();
    }

    // ---- refused

    /** Tells the caller of a request that this rank had no memory to receive it. */
    private void tellRefused(Frame refusal, long id) {
        boolean isAwaited = MemoryFrame.refusedKind(refusal.bytes()) != FrameKind.ONE_WAY;
        call.setCaller(refusal.sender());
        ByteBuffer answer = reply.beginNoMemory();
        MemoryFrame.copy(refusal.bytes(), answer);
        marshaller.drop(refusal);
        tell(answer, id, isAwaited);
    }

    @Override
    public void refuse(Frame request) {
        long id = FrameHeader.callId(request.bytes());
        byte kind = FrameHeader.kind(request.bytes());
        long length = ArraysTrailer.wholeLength(request.bytes());
        call.setCaller(request.sender());
        call.request().setWholeLength(length);
        try {
            marshaller.drop(request);
        } catch (TransportException e) {
            // the arrays of the request are lost; tell the caller nevertheless
        }
        ByteBuffer answer = reply.beginNoMemory();
        MemoryFrame.put(answer, MemoryFrame.THREADS, kind, marshaller.rank(), length, dispatcher.threads(), -1);
        if (isWanted(id)) {
            tell(answer, id, FrameKind.isAnswered(kind));
        }
    }

    private boolean isWanted(long id) {
        try {
            return !promises.takeCancelled(call.caller(), id);
        } catch (OutOfMemoryError e) {
            return true;
        }
    }

    private void tell(ByteBuffer answer, long id, boolean isAwaited) {
        if (!isAwaited) {
            System.err.println("rmi4mpi: rank " + marshaller.rank() + " does not make a one-way call of rank "
                    + call.caller() + ": " + NoMemory.of(answer).text());
            return;
        }
        reply.expectReply();
        while (!reply.isAnswered()) {
            try {
                reply.send(id);
            } catch (OutOfMemoryError | LinkageError e) {
                nap();
            }
        }
    }

    @Override
    public String toString() {
        return takesReply && !call.isUnderWay() ? "takes the reply to an asynchronous call" : call.toString();
    }
}

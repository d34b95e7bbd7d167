package org.rmi4mpi.dispatch;

import java.util.function.IntConsumer;
import org.rmi4mpi.dispatch.Counters.Count;
import org.rmi4mpi.transport.Frame;
import org.rmi4mpi.transport.FrameHandler;
import org.rmi4mpi.transport.RankBell;
import org.rmi4mpi.wire.FrameHeader;
import org.rmi4mpi.wire.FrameKind;
import org.rmi4mpi.wire.MailFrame;
import org.rmi4mpi.wire.MemoryFrame;
import org.rmi4mpi.wire.RequestFrame;

/**
 * Gives each arriving frame to its receiver: a reply to the pending call, a request to the queue of the crew, mail and
 * heartbeats to their handlers. Drops damaged frames. Guarded by the poll lock except where noted.
 */
final class FrameRouter implements FrameHandler {
    private final PendingCalls calls;
    private final RequestQueue requests;
    private final PipelinedCalls pipelined;
    private final Backlog backlog;
    private final PieceStreams pieces;
    private final RankBell bell;
    private final Troubles troubles;
    private final Probe probe;
    /** Null when no facade handles mail. */
    private volatile MailHandler mail;
    /** Null when no rank watches another. */
    private volatile IntConsumer heartbeat;
    /** The pending call of the polling thread; null for none. */
    PendingCall polling;

    FrameRouter(PendingCalls calls, RequestQueue requests, PipelinedCalls pipelined, Backlog backlog,
            PieceStreams pieces, RankBell bell, Troubles troubles, Probe probe) {
        this.calls = calls;
        this.requests = requests;
        this.pipelined = pipelined;
        this.backlog = backlog;
        this.pieces = pieces;
        this.bell = bell;
        this.troubles = troubles;
        this.probe = probe;
    }

    /** May be called by any thread. */
    void takeMailBy(MailHandler taker) {
        mail = taker;
    }

    /** May be called by any thread. */
    void passHeartbeatsTo(IntConsumer taker) {
        heartbeat = taker;
    }

    @Override
    public void accept(Frame frame) {
        int length = frame.bytes().remaining();
        probe.count(Count.BYTES_RECEIVED, length);
        if (!FrameHeader.isWhole(frame.bytes())) {
            troubles.drop(frame, "is not a frame of version " + FrameHeader.VERSION);
            return;
        }
        byte kind = FrameHeader.kind(frame.bytes());
        if ((kind == FrameKind.REFUSED || kind == FrameKind.NO_MEMORY) && length < MemoryFrame.LENGTH) {
            troubles.drop(frame, "is shorter than a memory frame");
            return;
        }
        if (kind == FrameKind.REFUSED) {
            byte refused = MemoryFrame.refusedKind(frame.bytes());
            kind = refused == FrameKind.MAIL || refused == FrameKind.PIECE ? refused : kind;
        }
        switch (kind) {
            case FrameKind.RESULT, FrameKind.EXCEPTION, FrameKind.NO_OBJECT, FrameKind.NO_METHOD,
                    FrameKind.NO_MEMORY ->
                acceptReply(frame);
            case FrameKind.REQUEST, FrameKind.ONE_WAY, FrameKind.ASYNC -> acceptRequest(frame);
            case FrameKind.FLUSH, FrameKind.CANCEL, FrameKind.PEER -> requests.add(frame);
            case FrameKind.REFUSED -> {
                expectPieces(frame);
                requests.add(frame);
            }
            case FrameKind.ACKNOWLEDGEMENT -> {
                pipelined.acknowledgementArrived(frame);
                backlog.roomHasCome();
                frame.release();
            }
            case FrameKind.MAIL -> acceptMail(frame);
            case FrameKind.HEARTBEAT -> acceptHeartbeat(frame);
            case FrameKind.PIECE -> pieces.accept(frame, bell);
            case FrameKind.CREDIT -> pieces.acceptCredit(frame, bell);
            case FrameKind.LARGE -> troubles.drop(frame, "announces a large frame of an impossible length");
            default -> troubles.drop(frame, "is of unknown kind " + kind);
        }
    }

    private void acceptHeartbeat(Frame frame) {
        IntConsumer taker = heartbeat;
        if (taker != null) {
            taker.accept(frame.sender());
        }
        frame.release();
    }

    private void acceptMail(Frame frame) {
        MailHandler taker = mail;
        if (taker == null || frame.bytes().remaining() < MailFrame.HEADER) {
            troubles.drop(frame,
                    taker == null ? "is mail, but this rank runs no tasks" : "is shorter than the header of mail");
        } else {
            taker.accept(frame);
        }
    }

    private void acceptRequest(Frame request) {
        if (request.bytes().remaining() < RequestFrame.HEADER) {
            troubles.drop(request, "is shorter than a request's header");
        } else {
            expectPieces(request);
            requests.add(request);
        }
    }

    private void expectPieces(Frame first) {
        if (FrameHeader.piecesFollow(first.bytes())) {
            pieces.expectBehind(first);
        }
    }

    private void acceptReply(Frame reply) {
        expectPieces(reply);
        long id = FrameHeader.callId(reply.bytes());
        PendingCall call = id < 0 ? polling : calls.find(id);
        if (call == null || !call.complete(id, reply)) {
            requests.add(reply); // No thread waits for this reply.
        } else if (call != polling) {
            call.wake(bell);
        }
    }
}

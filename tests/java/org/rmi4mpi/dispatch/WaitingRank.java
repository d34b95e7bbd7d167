package org.rmi4mpi.dispatch;

import java.util.List;
import org.rmi4mpi.transport.Frame;
import org.rmi4mpi.transport.RankBell;
import org.rmi4mpi.transport.RecordingBell;
import org.rmi4mpi.transport.local.LocalTransport;
import org.rmi4mpi.wire.FrameHeader;
import org.rmi4mpi.wire.FrameKind;
import org.rmi4mpi.wire.ReplyFrame;
import org.rmi4mpi.wire.RequestFrame;

/**
 * Rank 0 of two, without a crew. It has the parts of a rank's waits, and a clock that goes on by a microsecond each time that
 * it is read. Rank 1 does what the test says.
 */
final class WaitingRank {
    /** Looks after which a thread sleeps. */
    static final int POLLS = 200;

    final RecordingBell bell = new RecordingBell();
    final Probe probe = new Probe();
    final PendingCall call = new PendingCall() {};
    final RankBell rankBell = new RankBell(bell, 0, 2);
    final Lead lead = new Lead(rankBell);
    final PendingCalls calls = new PendingCalls();
    final Inbox inbox;
    final ReplyWaits replies;
    final MessageWaits messages;
    private final List<LocalTransport> ranks = LocalTransport.group(2);
    private long now;

    WaitingRank() {
        PipelinedCalls pipelined = new PipelinedCalls(ranks.get(0), rankBell, System::nanoTime);
        Troubles troubles = new Troubles(0);
        Backlog backlog = new Backlog(ranks.get(0), pipelined, new BacklogHeap(0), new RoomWaits(),
                ranks.get(0)::send);
        inbox = new Inbox(ranks.get(0), rankBell, calls, pipelined, backlog,
                new PieceStreams(ranks.get(0), ranks.get(0)::send, wait -> {}, wait -> {}, new BacklogHeap(0),
                        new RoomWaits()),
                troubles,
                probe);
        WaitPolicy policy = new WaitPolicy(POLLS, false, 1_000_000);
        Cores cores = new Cores(false, this::tick);
        replies = new ReplyWaits(inbox, lead, rankBell, cores, policy, this::tick, new Waits(probe), probe);
        messages = new MessageWaits(inbox, lead, rankBell, cores, policy, this::tick, new Waits(probe), probe);
        calls.add(call);
        call.begin(1);
        call.setTimeout(0);
    }

    private long tick() {
        return now += 1_000;
    }

    /** Time passes. */
    void goesOn(long nanoseconds) {
        now += nanoseconds;
    }

    /** Rank 1 sends the reply. */
    void replies() {
        send(FrameKind.RESULT, ReplyFrame.HEADER, call.id());
    }

    /** Rank 1 calls. */
    void calls() {
        send(FrameKind.REQUEST, RequestFrame.HEADER, 0);
    }

    private void send(byte kind, int length, long id) {
        Frame frame = ranks.get(1).acquire(length);
        FrameHeader.put(frame.bytes(), kind, 0);
        FrameHeader.putCallId(frame.bytes(), id);
        frame.bytes().position(length);
        ranks.get(1).send(0, frame);
    }
}

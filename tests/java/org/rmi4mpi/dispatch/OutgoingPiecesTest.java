package org.rmi4mpi.dispatch;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.is;
import static org.junit.Assert.assertThrows;

import java.util.ArrayList;
import java.util.List;
import org.junit.Test;
import org.rmi4mpi.transport.Frame;
import org.rmi4mpi.transport.RankBell;
import org.rmi4mpi.transport.RecordingBell;
import org.rmi4mpi.transport.TransportException;
import org.rmi4mpi.transport.local.LocalTransport;
import org.rmi4mpi.wire.PieceFrame;

/** The pieces of a request of rank 0, which a method does not wait for. Rank 1 reads when the test says. */
public class OutgoingPiecesTest {
    private static final long CALL = 7;
    private static final int ALL = 20;
    private static final int LONG = 1 << 20;

    private final List<LocalTransport> ranks = LocalTransport.group(2);
    private final RankBell bell = new RankBell(new RecordingBell(), 0, 2);
    private final RoomWaits waits = new RoomWaits();
    /** The states of the pieces that have left. */
    private final List<Integer> states = new ArrayList<>();
    private boolean isOutOfMemory;
    private final BacklogHeap heap = new BacklogHeap(0);
    private final PieceStreams streams = new PieceStreams(ranks.get(0), (receiver, piece) -> {
        if (isOutOfMemory) {
            throw new OutOfMemoryError("as the test asked");
        }
        states.add(PieceFrame.state(piece.bytes()));
        piece.release();
    }, wait -> {}, wait -> {}, heap, waits);
    private final OutgoingPieces pieces = streams.beginKeeping(1, CALL);

    private Frame piece(int state, int bytes) {
        Frame piece = ranks.get(0).acquire(bytes);
        PieceFrame.put(piece.bytes(), state, false, CALL);
        piece.bytes().position(bytes);
        return piece;
    }

    private void send(int count) {
        for (int i = 0; i < count; i++) {
            pieces.send(piece(PieceFrame.MORE, 100));
        }
    }

    private void sendAll() {
        send(ALL - 1);
        pieces.sendLast(piece(PieceFrame.LAST, 100));
    }

    private void credit(int count) {
        Frame credit = ranks.get(1).acquire(PieceFrame.HEADER);
        PieceFrame.putCredit(credit.bytes(), count, false, CALL);
        credit.bytes().flip();
        streams.acceptCredit(credit, bell);
        if (streams.owesFrames()) {
            streams.payFrames();
        }
    }

    private List<RoomWaits.Wait> waiting() {
        List<RoomWaits.Wait> all = new ArrayList<>();
        waits.forEach(all::add);
        return all;
    }

    @Test
    public void piecesBeyondTheWindowLeaveAsRoomComes() {
        sendAll();
        assertThat(states, hasSize(PieceStreams.WINDOW));
        assertThat(waiting(), hasSize(1));
        credit(4);
        assertThat(states, hasSize(PieceStreams.WINDOW + 4));
        credit(ALL);
        assertThat(states, hasSize(ALL));
        assertThat(states.indexOf(PieceFrame.LAST), is(ALL - 1));
        assertThat(waiting(), empty());
    }

    @Test
    public void onlyAnEndIsSentIfTheReaderWantsNoMore() {
        sendAll();
        credit(PieceFrame.UNWANTED);
        assertThat(states, hasSize(PieceStreams.WINDOW + 1));
        assertThat(states.indexOf(PieceFrame.ABORTED), is(PieceStreams.WINDOW));
        assertThat(waiting(), empty());
    }

    @Test
    public void theRestIsDroppedIfTheWriterFails() {
        send(ALL);
        pieces.abort();
        credit(ALL);
        assertThat(states.indexOf(PieceFrame.ABORTED), is(PieceStreams.WINDOW));
        assertThat(states, hasSize(PieceStreams.WINDOW + 1));
        assertThat(waiting(), empty());
    }

    @Test
    public void aPieceForWhichThereIsNoMemoryLeavesLater() {
        sendAll();
        isOutOfMemory = true;
        credit(ALL);
        assertThat(states, hasSize(PieceStreams.WINDOW));
        assertThat(streams.owesFrames(), is(true));
        isOutOfMemory = false;
        streams.payFrames();
        assertThat(states, hasSize(ALL));
    }

    /** They may take a quarter of it. */
    @Test
    public void morePiecesThanTheHeapMayTakeAreRefused() {
        Frame large = piece(PieceFrame.MORE, LONG);
        for (long taken = LONG; taken < Runtime.getRuntime().maxMemory() / 4; taken += LONG) {
            heap.take(1, LONG);
        }
        TransportException thrown = assertThrows(TransportException.class, () -> {
            for (int i = 0; i < ALL; i++) {
                large.bytes().position(LONG);
                pieces.send(large);
            }
        });
        assertThat(thrown.getMessage(), containsString("a quarter of the heap"));
    }
}

package org.rmi4mpi.dispatch;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.is;
import static org.junit.Assert.assertThrows;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.Test;
import org.rmi4mpi.transport.Frame;
import org.rmi4mpi.transport.RankBell;
import org.rmi4mpi.transport.RecordingBell;
import org.rmi4mpi.transport.TransportException;
import org.rmi4mpi.transport.local.LocalTransport;
import org.rmi4mpi.wire.CountFrame;
import org.rmi4mpi.wire.FrameHeader;
import org.rmi4mpi.wire.FrameKind;
import org.rmi4mpi.wire.RequestFrame;

/** Requests of rank 0 to rank 1, whose window is full. */
public class BacklogTest {
    private static final long WINDOW = 1024;

    private final List<LocalTransport> ranks = LocalTransport.group(2);
    private final PipelinedCalls window =
            new PipelinedCalls(ranks.get(0), new RankBell(new RecordingBell(), 0, 2), System::nanoTime);
    private final RoomWaits waits = new RoomWaits();
    private final List<Long> sent = new ArrayList<>();
    private boolean isOutOfMemory;
    private final Backlog backlog = new Backlog(ranks.get(0), window, new BacklogHeap(0), waits, (receiver, frame) -> {
        if (isOutOfMemory) {
            throw new OutOfMemoryError("as the test asked");
        }
        sent.add(FrameHeader.callId(frame.bytes()));
        frame.release();
    });
    private final AtomicInteger unsent = new AtomicInteger();

    private void fillWindow() {
        for (int i = 0; i <= WINDOW; i++) {
            window.reserve(1, 0);
        }
    }

    private void add(long callId) {
        Frame frame = ranks.get(0).acquire(RequestFrame.HEADER);
        FrameHeader.put(frame.bytes(), FrameKind.ONE_WAY, 0);
        FrameHeader.putCallId(frame.bytes(), callId);
        RequestFrame.put(frame.bytes(), 1, 2, 3, 0, false);
        frame.bytes().position(RequestFrame.HEADER);
        backlog.add(1, frame, window.reserve(1, frame.bytes().position()), unsent);
        frame.release();
    }

    /** Rank 1 has begun so many requests. */
    private void acknowledge(int count) {
        Frame frame = ranks.get(1).acquire(CountFrame.LENGTH);
        CountFrame.put(frame.bytes(), FrameKind.ACKNOWLEDGEMENT, count);
        ranks.get(1).send(0, frame);
        ranks.get(0).poll(arrived -> {
            window.acknowledgementArrived(arrived);
            arrived.release();
        });
        backlog.roomHasCome();
    }

    private int waiting() {
        List<RoomWaits.Wait> all = new ArrayList<>();
        waits.forEach(all::add);
        return all.size();
    }

    @Test
    public void requestsLeaveInTheirOrderAsRoomComes() {
        fillWindow();
        add(1);
        add(2);
        add(3);
        assertThat(sent, empty());
        assertThat(unsent.get(), is(3));
        assertThat(waiting(), is(1));

        acknowledge(2);
        assertThat(backlog.isDue(), is(true));
        backlog.sendDue();
        assertThat(sent, contains(1L, 2L));

        acknowledge(3);
        backlog.sendDue();
        assertThat(sent, contains(1L, 2L, 3L));
        assertThat(unsent.get(), is(0));
        assertThat(waiting(), is(0));
        assertThat(backlog.isDue(), is(false));
    }

    @Test
    public void aRequestThatNeedsNoRoomStaysBehindTheOthers() {
        fillWindow();
        add(1);
        Frame awaited = ranks.get(0).acquire(RequestFrame.HEADER);
        FrameHeader.put(awaited.bytes(), FrameKind.REQUEST, 0);
        FrameHeader.putCallId(awaited.bytes(), 2);
        awaited.bytes().position(RequestFrame.HEADER);
        backlog.add(1, awaited, 0, unsent);
        assertThat(sent, empty());

        acknowledge(1);
        backlog.sendDue();
        assertThat(sent, contains(1L, 2L));
    }

    @Test
    public void aRequestLeavesAtOnceIfRoomHasComeMeanwhile() {
        add(1);
        assertThat(sent, contains(1L));
        assertThat(waiting(), is(0));
    }

    @Test
    public void aRequestIsKeptWhileMemoryIsMissing() {
        fillWindow();
        add(1);
        isOutOfMemory = true;
        acknowledge(1);
        backlog.sendDue();
        assertThat(backlog.isDue(), is(true));
        assertThat(unsent.get(), is(1));

        isOutOfMemory = false;
        backlog.sendDue();
        assertThat(sent, contains(1L));
        assertThat(backlog.isDue(), is(false));
    }

    @Test
    public void moreThanAQuarterOfTheHeapIsRefused() {
        fillWindow();
        int most = (int) Math.min(1 << 27, Runtime.getRuntime().maxMemory() / 8);
        TransportException refused = assertThrows(TransportException.class, () -> {
            for (int i = 0; i < 100; i++) {
                Frame large = ranks.get(0).acquire(most);
                FrameHeader.put(large.bytes(), FrameKind.ONE_WAY, 0);
                large.bytes().position(most);
                backlog.add(1, large, window.reserve(1, most), unsent);
            }
        });
        assertThat(refused.getMessage(), containsString("a quarter of the heap"));
        assertThat(sent, empty());
    }
}

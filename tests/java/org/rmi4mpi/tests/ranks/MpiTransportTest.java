package org.rmi4mpi.tests.ranks;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.greaterThan;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.notNullValue;
import static org.hamcrest.Matchers.nullValue;
import static org.junit.Assume.assumeThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import mpi.MPI;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.rmi4mpi.bridge.Mpi;
import org.rmi4mpi.bridge.MpiCommunicators;
import org.rmi4mpi.bridge.RequestSlot;
import org.rmi4mpi.rmi.Ranks;
import org.rmi4mpi.tests.runner.RankRunner;
import org.rmi4mpi.tests.transport.TransportContract;
import org.rmi4mpi.transport.Frame;
import org.rmi4mpi.transport.Transport;
import org.rmi4mpi.transport.Sleeper;
import org.rmi4mpi.transport.mpi.MpiTransport;
import org.rmi4mpi.wire.FrameHeader;
import org.rmi4mpi.wire.FrameKind;
import org.rmi4mpi.wire.LargeFrame;
import org.rmi4mpi.wire.MemoryFrame;

/** The properties of frames over MPI that the dispatcher relies on. */
@RunWith(RankRunner.class)
public class MpiTransportTest extends TransportContract {
    /** More frames than any MPI can buffer between two ranks. */
    private static final int FRAMES = 3000;
    private static final int BYTES = 2000;
    /** Memory for large frames, in bytes: an eighth of the heap, and 64 MiB at most. */
    private static final int ROOM = (int) Math.min(64L << 20, Runtime.getRuntime().maxMemory() / 8);

    private RequestSlot communicator;
    private Transport transport;
    private int received;

    @Override
    protected void onEachRank(RankAction action) throws Exception {
        action.run(transport, Ranks::barrier);
    }

    @Before
    public void open() {
        communicator = RequestSlot.acquire();
        assertThat(MpiCommunicators.commDup(Mpi.constant("MPI_COMM_WORLD"), communicator), is(Mpi.SUCCESS));
        transport = new MpiTransport(communicator.handle(), Ranks.own(), Ranks.size());
    }

    @After
    public void close() {
        transport.close();
        MpiCommunicators.commFree(communicator.handle());
        communicator.release();
    }

    /** The receiver has polled before the frame left, and sleeps. The sender has rung before that. */
    @Test
    public void aFrameThatLeavesLateRingsItsReceiver() throws Exception {
        assumeThat(Ranks.size(), greaterThan(1));
        int rings = transport.bell().rings(Sleeper.NEXT_LEADER);
        Ranks.barrier();
        boolean late = send();
        while (received < FRAMES || !transport.isDrained()) {
            transport.poll(frame -> {
                received++;
                frame.release();
            });
            Thread.yield();
        }
        Ranks.barrier();
        boolean[] allLate = {late};
        MPI.COMM_WORLD.Allreduce(allLate, 0, allLate, 0, 1, MPI.BOOLEAN, MPI.LAND);
        assertThat(transport.bell().rings(Sleeper.NEXT_LEADER) - rings, greaterThan(allLate[0] ? 0 : -1));
    }

    @Test
    public void aLoneFrameGrowsAsFarAsItNeeds() {
        Frame frame = transport.tryAcquire(null, ROOM / 2);
        for (int capacity : new int[] {ROOM, ROOM + ROOM / 8, 2 * ROOM}) {
            Frame grown = transport.tryAcquire(frame, capacity);
            assertThat("a frame of " + capacity + " bytes", grown, notNullValue());
            frame.release();
            frame = grown;
        }
        frame.release();
        Ranks.barrier();
    }

    /** Each has half of the room. The second goes on when the first is gone, and not before. */
    @Test
    public void ofTwoFramesThatGrowOneGoesOnAtATime() throws Exception {
        ExecutorService another = Executors.newSingleThreadExecutor();
        Frame first = transport.tryAcquire(null, ROOM / 2);
        Frame second = acquire(another, null, ROOM / 2);
        Frame longest = acquire(another, second, ROOM);
        second.release();
        CountDownLatch hasBegun = new CountDownLatch(1);
        CountDownLatch isOver = new CountDownLatch(1);
        Future<?> runs = another.submit(() -> {
            hasBegun.countDown();
            while (isOver.getCount() > 0) { // A frame whose thread waits keeps no other from growing.
                Thread.onSpinWait();
            }
        });
        hasBegun.await();
        assertThat(transport.tryAcquire(first, ROOM), nullValue());
        longest.release();
        Frame next = transport.tryAcquire(first, ROOM);
        assertThat(next, notNullValue());
        first.release();
        next.release();
        isOver.countDown();
        runs.get();
        another.shutdown();
        Ranks.barrier();
    }

    private Frame acquire(ExecutorService thread, Frame grown, int capacity) throws Exception {
        Future<Frame> found = thread.submit(() -> transport.tryAcquire(grown, capacity));
        while (!found.isDone()) {
            Thread.onSpinWait();
        }
        return found.get();
    }

    /** Its announcement names a tag that no message has. */
    @Test
    public void aFrameThatMpiCannotReceiveIsRefused() {
        assumeThat(Ranks.size(), greaterThan(1));
        long bytes = 100_000;
        if (Ranks.own() == 1) {
            announce(7, bytes, -1_000_000);
        } else if (Ranks.own() == 0) {
            while (received == 0) {
                received += transport.poll(frame -> {
                    assertThat(FrameHeader.kind(frame.bytes()), is(FrameKind.REFUSED));
                    assertThat(FrameHeader.callId(frame.bytes()), is(7L));
                    assertThat(MemoryFrame.memory(frame.bytes()), is(MemoryFrame.MESSAGE));
                    assertThat(MemoryFrame.wanted(frame.bytes()), is(bytes));
                    frame.release();
                });
            }
        }
        Ranks.barrier();
    }

    /** No memory of such a length is allocated, and nothing waits for a message that does not come. */
    @Test
    public void whatAnnouncesNoLargeFrameIsHandedOn() {
        assumeThat(Ranks.size(), greaterThan(1));
        long[] lengths = {-1, 0, Long.MIN_VALUE, Long.MAX_VALUE, (1L << 32) + 40};
        if (Ranks.own() == 1) {
            for (long bytes : lengths) {
                announce(7, bytes, 1);
            }
            sendSmall(LargeFrame.LENGTH - 1);
        } else if (Ranks.own() == 0) {
            while (received <= lengths.length) {
                received += transport.poll(frame -> {
                    assertThat(FrameHeader.kind(frame.bytes()), is(FrameKind.LARGE));
                    frame.release();
                });
            }
            assertThat(transport.needsPolling(), is(false));
        }
        Ranks.barrier();
    }

    private void sendSmall(int length) {
        Frame frame = transport.acquire(LargeFrame.LENGTH);
        FrameHeader.put(frame.bytes(), FrameKind.LARGE, 0);
        frame.bytes().position(length);
        sendToFirst(frame);
    }

    private void announce(long callId, long bytes, int tag) {
        Frame announcement = transport.acquire(LargeFrame.LENGTH);
        LargeFrame.put(announcement.bytes(), FrameKind.REQUEST, callId, tag, bytes);
        sendToFirst(announcement);
    }

    private void sendToFirst(Frame frame) {
        transport.send(0, frame);
        while (!transport.isDrained()) {
            transport.poll(Frame::release);
        }
    }

    /** Returns whether some frames had not left when send returned. */
    private boolean send() {
        for (int i = 0; i < FRAMES; i++) {
            Frame frame = transport.acquire(BYTES);
            FrameHeader.put(frame.bytes(), FrameKind.ONE_WAY, 0);
            frame.bytes().position(BYTES);
            transport.send(Ranks.next(), frame);
        }
        return !transport.isDrained();
    }
}

package org.rmi4mpi.tests.transport;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.greaterThanOrEqualTo;
import static org.hamcrest.Matchers.is;
import static org.junit.Assert.assertThrows;
import static org.junit.Assume.assumeTrue;

import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.concurrent.CancellationException;
import org.junit.Test;
import org.rmi4mpi.transport.ArrayTransfer;
import org.rmi4mpi.transport.Addressee;
import org.rmi4mpi.transport.Frame;
import org.rmi4mpi.transport.FrameHandler;
import org.rmi4mpi.transport.RankBell;
import org.rmi4mpi.transport.Sleeper;
import org.rmi4mpi.transport.Transport;
import org.rmi4mpi.transport.TransportException;
import org.rmi4mpi.wire.FrameHeader;
import org.rmi4mpi.wire.FrameKind;

/** The dispatcher's demands on every transport, on any number of ranks. */
public abstract class TransportContract {
    /** Together more than a transport has buffers for between two ranks. */
    private static final int FRAMES = 3000;
    private static final int BYTES = 2000;
    private static final int[] LENGTHS = {FrameHeader.LENGTH, 17, 1000, 32_768, 32_769, 100_000, 3 << 20};
    private static final int ARRAY_BYTES = 300_000;

    /** The work of one rank in a test. */
    @FunctionalInterface
    public interface RankAction {
        void run(Transport transport, Meeting meeting) throws Exception;
    }

    /** Returns when all ranks have come. */
    @FunctionalInterface
    public interface Meeting {
        void await() throws Exception;
    }

    /** Has each rank of a new group do this once; those of this JVM have a thread each. */
    protected abstract void onEachRank(RankAction action) throws Exception;

    @Test
    public void eachRankIsOneOfAGroup() throws Exception {
        onEachRank((transport, meeting) -> {
            assertThat(transport.size(), greaterThanOrEqualTo(1));
            assertThat(transport.rank() >= 0 && transport.rank() < transport.size(), is(true));
            assertThat("of nothing", transport.poll(Frame::release), is(0));
            settle(transport, meeting);
        });
    }

    /** Those to the own rank do so, too. */
    @Test
    public void framesOfOneSenderKeepTheirOrder() throws Exception {
        onEachRank((transport, meeting) -> {
            int[] next = new int[transport.size()]; // for each sender
            int[] received = {0};
            FrameHandler handler = frame -> {
                assertThat(FrameHeader.kind(frame.bytes()), is(FrameKind.ONE_WAY));
                assertThat(FrameHeader.callId(frame.bytes()), is((long) next[frame.sender()]++));
                received[0]++;
                frame.release();
            };
            for (int i = 0; i < FRAMES; i++) {
                for (int receiver = 0; receiver < transport.size(); receiver++) {
                    send(transport, receiver, i, FrameHeader.LENGTH + i % 100);
                }
                transport.poll(handler);
            }
            while (received[0] < FRAMES * transport.size()) {
                poll(transport, handler);
            }
            settle(transport, meeting);
        });
    }

    @Test
    public void framesOfAnyLengthComeWhole() throws Exception {
        onEachRank((transport, meeting) -> {
            int[] received = {0};
            for (int length : LENGTHS) {
                send(transport, next(transport), length, length);
            }
            while (received[0] < LENGTHS.length) {
                poll(transport, frame -> {
                    int length = LENGTHS[received[0]++];
                    assertThat(frame.sender(), is(previous(transport)));
                    assertThat(frame.bytes().order(), is(ByteOrder.nativeOrder()));
                    assertThat(frame.bytes().position(), is(0));
                    assertThat(frame.bytes().limit(), is(length));
                    assertThat(FrameHeader.callId(frame.bytes()), is((long) length));
                    for (int i = FrameHeader.LENGTH; i < length; i++) {
                        if (frame.bytes().get(i) != (byte) i) {
                            throw new AssertionError("byte " + i + " of " + length + " is " + frame.bytes().get(i));
                        }
                    }
                    frame.release();
                });
            }
            settle(transport, meeting);
        });
    }

    /** They lie somewhere until the receiver looks. */
    @Test
    public void sendersDoNotWaitForTheirReceivers() throws Exception {
        onEachRank((transport, meeting) -> {
            for (int i = 0; i < FRAMES; i++) {
                send(transport, next(transport), i, BYTES);
            }
            meeting.await();
            int[] received = {0};
            while (received[0] < FRAMES) {
                poll(transport, frame -> {
                    received[0]++;
                    frame.release();
                });
            }
            settle(transport, meeting);
        });
    }

    @Test
    public void aFrameToNoRankRemainsItsSenders() throws Exception {
        onEachRank((transport, meeting) -> {
            Frame frame = frame(transport, 0, FrameHeader.LENGTH);
            assertThrows(TransportException.class, () -> transport.send(transport.size(), frame));
            frame.release();
            settle(transport, meeting);
        });
    }

    @Test
    public void aFrameWhoseHandlerFindsNoMemoryIsHandedOnAgain() throws Exception {
        onEachRank((transport, meeting) -> {
            long[] seen = new long[3];
            int[] count = {0};
            FrameHandler handler = frame -> {
                seen[count[0]++] = FrameHeader.callId(frame.bytes());
                if (count[0] == 1) {
                    throw new OutOfMemoryError("on purpose");
                }
                frame.release();
            };
            send(transport, next(transport), 1, FrameHeader.LENGTH);
            send(transport, next(transport), 2, FrameHeader.LENGTH);
            while (count[0] < 3) {
                try {
                    poll(transport, handler);
                } catch (OutOfMemoryError e) {
                    assertThat(e.getMessage(), is("on purpose"));
                }
            }
            assertThat(seen, is(new long[] {1, 1, 2}));
            settle(transport, meeting);
        });
    }

    @Test
    public void aHandlerThatFailsTakesNoOtherFrameWithIt() throws Exception {
        onEachRank((transport, meeting) -> {
            long[] seen = new long[2];
            int[] count = {0};
            FrameHandler handler = frame -> {
                seen[count[0]++] = FrameHeader.callId(frame.bytes());
                frame.release();
                if (count[0] == 1) {
                    throw new IllegalStateException("on purpose");
                }
            };
            send(transport, next(transport), 1, FrameHeader.LENGTH);
            send(transport, next(transport), 2, FrameHeader.LENGTH);
            while (count[0] < 2) {
                try {
                    poll(transport, handler);
                } catch (IllegalStateException e) {
                    assertThat(e.getMessage(), is("on purpose"));
                }
            }
            assertThat(seen, is(new long[] {1, 2}));
            settle(transport, meeting);
        });
    }

    @Test
    public void aRankThatSleepsIsRungFor() throws Exception {
        onEachRank((transport, meeting) -> {
            RankBell bell = transport.bell();
            assumeTrue(bell.reachesAll());
            int before = bell.rings(Sleeper.NEXT_LEADER);
            meeting.await();
            assertThat(bell.isAttended(next(transport)), is(false));
            send(transport, next(transport), 1, FrameHeader.LENGTH);
            bell.ringReceiver(next(transport), Addressee.CREW, transport.isDrained());
            while (bell.rings(Sleeper.NEXT_LEADER) == before) {
                bell.rest(before, Sleeper.NEXT_LEADER, false, 1_000_000_000);
            }
            meeting.await();
            int received = 0;
            while (received == 0) {
                received = poll(transport, Frame::release);
            }
            settle(transport, meeting);
        });
    }

    @Test
    public void aRankIsStirredWhileThreadsOfItSleepUntilAMessageComes() throws Exception {
        onEachRank((transport, meeting) -> {
            RankBell bell = transport.bell();
            assumeTrue(bell.reachesAll());
            for (int sleepers = 2; sleepers >= 0; sleepers--) {
                bell.countSleepers(sleepers == 2 ? 2 : -1);
                meeting.await();
                long before = bell.timesRung();
                bell.stirNode();
                assertThat(bell.timesRung() - before, is(sleepers > 0 ? (long) transport.size() : 0));
                meeting.await();
                assertThat(bell.takeStir(), is(sleepers > 0));
                meeting.await();
            }
        });
    }

    /** The frame tells their tag. */
    @Test
    public void arraysTravelBesideAFrame() throws Exception {
        onEachRank((transport, meeting) -> {
            assumeTrue(transport.carriesArrays(ARRAY_BYTES));
            byte[] sent = new byte[ARRAY_BYTES];
            Arrays.fill(sent, (byte) (1 + transport.rank()));
            int tag = transport.takeTag();
            ArrayTransfer sending = transport.arrayToSend(sent, ARRAY_BYTES);
            Frame frame = frame(transport, 1, FrameHeader.LENGTH);
            FrameHeader.putApartTag(frame.bytes(), (short) tag);
            transport.send(next(transport), frame);
            sending.start(next(transport), tag);
            transport.freeTag(tag);
            byte[] received = new byte[ARRAY_BYTES];
            ArrayTransfer receiving = transport.arrayToReceive(received, ARRAY_BYTES);
            boolean[] started = {false};
            while (!started[0]) {
                poll(transport, arrived -> {
                    receiving.start(arrived.sender(), FrameHeader.apartTag(arrived.bytes()));
                    arrived.release();
                    started[0] = true;
                });
            }
            boolean hasCome = false;
            boolean hasLeft = false;
            while (!hasCome || !hasLeft) {
                hasCome = hasCome || receiving.isDone();
                hasLeft = hasLeft || sending.isDone();
                poll(transport, Frame::release);
            }
            byte[] expected = new byte[ARRAY_BYTES];
            Arrays.fill(expected, (byte) (1 + previous(transport)));
            assertThat(Arrays.equals(received, expected), is(true));
            settle(transport, meeting);
        });
    }

    /** All that was sent leaves, and nothing is under way any more. */
    private static void settle(Transport transport, Meeting meeting) throws Exception {
        while (!transport.isDrained()) {
            poll(transport, Frame::release);
        }
        assertThat(transport.needsPolling(), is(false));
        meeting.await();
    }

    /** Looks once, and lets others run. */
    private static int poll(Transport transport, FrameHandler handler) {
        int frames = transport.poll(handler);
        Thread.yield();
        if (Thread.currentThread().isInterrupted()) {
            throw new CancellationException("another rank has failed");
        }
        return frames;
    }

    private static void send(Transport transport, int receiver, long number, int length) {
        transport.send(receiver, frame(transport, number, length));
    }

    /** Has a number for its call's, and bytes that count. */
    private static Frame frame(Transport transport, long number, int length) {
        Frame frame = transport.acquire(length);
        assertThat(frame.bytes().position(), is(0));
        assertThat(frame.bytes().limit(), greaterThanOrEqualTo(length));
        FrameHeader.put(frame.bytes(), FrameKind.ONE_WAY, 0);
        FrameHeader.putCallId(frame.bytes(), number);
        for (int i = FrameHeader.LENGTH; i < length; i++) {
            frame.bytes().put(i, (byte) i);
        }
        frame.bytes().position(length);
        return frame;
    }

    private static int next(Transport transport) {
        return (transport.rank() + 1) % transport.size();
    }

    private static int previous(Transport transport) {
        return (transport.rank() + transport.size() - 1) % transport.size();
    }
}

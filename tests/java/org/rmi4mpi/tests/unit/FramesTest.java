package org.rmi4mpi.tests.unit;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.sameInstance;
import static org.junit.Assert.assertThrows;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import org.junit.Test;
import org.rmi4mpi.transport.Frame;
import org.rmi4mpi.transport.FrameBuilder;
import org.rmi4mpi.transport.local.LocalTransport;
import org.rmi4mpi.wire.ArraysTrailer;
import org.rmi4mpi.wire.BatchedCall;
import org.rmi4mpi.wire.FrameHeader;
import org.rmi4mpi.wire.FrameKind;
import org.rmi4mpi.wire.LargeFrame;
import org.rmi4mpi.wire.MailFrame;
import org.rmi4mpi.wire.RequestFrame;

/** The content of frames, and their owners. */
public class FramesTest {
    private final ByteBuffer frame = ByteBuffer.allocate(256).order(ByteOrder.nativeOrder());
    private int released;

    private final class CountedFrame extends Frame {
        private final ByteBuffer bytes;

        CountedFrame(int capacity) {
            bytes = ByteBuffer.allocate(capacity).order(ByteOrder.nativeOrder());
        }

        @Override
        public ByteBuffer bytes() {
            return bytes;
        }

        @Override
        public int sender() {
            return 0;
        }

        @Override
        public void release() {
            released++;
        }
    }

    @Test
    public void noByteIsACallAndAReply() {
        int calls = 0;
        int replies = 0;
        for (int i = Byte.MIN_VALUE; i <= Byte.MAX_VALUE; i++) {
            byte kind = (byte) i;
            assertThat(FrameKind.isCall(kind) && FrameKind.isReply(kind), is(false));
            calls += FrameKind.isCall(kind) ? 1 : 0;
            replies += FrameKind.isReply(kind) ? 1 : 0;
            assertThat(FrameKind.isPipelined(kind) && !FrameKind.isCall(kind), is(false));
        }
        assertThat(calls, is(3));
        assertThat(replies, is(5));
    }

    @Test
    public void allCallsButOneWayOnesAreAnswered() {
        assertThat(FrameKind.isAnswered(FrameKind.REQUEST), is(true));
        assertThat(FrameKind.isAnswered(FrameKind.ASYNC), is(true));
        assertThat(FrameKind.isAnswered(FrameKind.ONE_WAY), is(false));
        assertThat(FrameKind.isAnswered(FrameKind.CANCEL), is(false));
    }

    @Test
    public void headersSayWhatWasPut() {
        FrameHeader.put(frame, FrameKind.ASYNC, -7);
        FrameHeader.putCallId(frame, Long.MIN_VALUE + 5);
        assertThat(FrameHeader.isWhole(frame), is(true));
        assertThat(FrameHeader.kind(frame), is(FrameKind.ASYNC));
        assertThat(FrameHeader.apartTag(frame), is((short) 0));
        assertThat(FrameHeader.classes(frame), is(-7));
        assertThat(FrameHeader.callId(frame), is(Long.MIN_VALUE + 5));
        assertThat("a frame shorter than its header", FrameHeader.isWhole(frame.limit(FrameHeader.LENGTH - 1)),
                is(false));
    }

    @Test
    public void flagsOfARequestLeaveTheLengthOfItsMetadata() {
        RequestFrame.put(frame, 1L << 40, 99, 3, 48, true);
        RequestFrame.putKeepsObject(frame);
        assertThat(RequestFrame.metadataBytes(frame), is(48));
        assertThat(RequestFrame.isCancellable(frame), is(true));
        assertThat(RequestFrame.keepsObject(frame), is(true));
        RequestFrame.put(frame, 1L << 40, 99, 3, 0, false);
        assertThat(RequestFrame.metadataBytes(frame), is(0));
        assertThat(RequestFrame.isCancellable(frame), is(false));
        assertThat(RequestFrame.keepsObject(frame), is(false));
    }

    @Test
    public void severalMailsAreTakenOneAfterTheOther() {
        MailFrame.beginSeveral(frame);
        for (int tag = 1; tag <= 3; tag++) {
            ByteBuffer mail = MailFrame.append(frame, MailFrame.HEADER + tag);
            MailFrame.put(mail, (short) 0, 10, 20, tag, tag, 0);
        }
        frame.flip();
        assertThat(MailFrame.isForTask(frame), is(true));
        for (int tag = 1; tag <= 3; tag++) {
            ByteBuffer mail = MailFrame.nextMail(frame);
            assertThat(MailFrame.tag(mail), is(tag));
            assertThat(mail.limit(), is(MailFrame.HEADER + tag));
            assertThat("not taken yet", MailFrame.tag(MailFrame.nextMail(frame)), is(tag));
            MailFrame.tookMail(frame, mail);
        }
        assertThat(MailFrame.nextMail(frame) == null, is(true));
    }

    @Test
    public void mailAmongSeveralEndsWithinItsFrame() {
        for (int wrong : new int[] {-1, 0, MailFrame.HEADER - 1, 100, Integer.MAX_VALUE}) {
            MailFrame.beginSeveral(frame.clear());
            frame.putInt(wrong).position(frame.position() + MailFrame.HEADER).flip();
            assertThrows(IllegalStateException.class, () -> MailFrame.nextMail(frame));
        }
    }

    @Test
    public void aCallOfABatchEndsWithinItsFrame() {
        BatchedCall.begin(frame, 99);
        frame.putInt(5);
        BatchedCall.end(frame, 0);
        frame.flip();
        assertThat(BatchedCall.length(frame), is((long) Integer.BYTES));
        assertThat(BatchedCall.enter(frame), is(BatchedCall.HEADER + Integer.BYTES));
        assertThat(frame.getLong(), is(99L));
        assertThat(frame.getInt(), is(5));
        for (long wrong : new long[] {-1, Integer.BYTES + 1, Long.MAX_VALUE}) {
            frame.clear().putLong(0, wrong).limit(BatchedCall.HEADER + Integer.BYTES);
            assertThat(BatchedCall.enter(frame), is(-1));
        }
    }

    @Test
    public void aTrailerTellsOfItsArraysWhereItFits() {
        FrameHeader.put(frame, FrameKind.RESULT, 0);
        frame.position(FrameHeader.LENGTH);
        ArraysTrailer.put(frame, List.of(8192, 9000), (short) 4);
        frame.flip();
        assertThat(ArraysTrailer.count(frame), is(2));
        assertThat(ArraysTrailer.bytesOf(frame, 1, 2), is(9000));
        assertThat(ArraysTrailer.wholeLength(frame), is(frame.limit() + 8192L + 9000));
        for (int wrong : new int[] {-1, 3, Integer.MAX_VALUE}) {
            frame.putInt(frame.limit() - Integer.BYTES, wrong);
            assertThat(ArraysTrailer.length(frame), is(0));
        }
    }

    @Test
    public void anAnnouncementIsOfALengthThatAFrameHas() {
        LargeFrame.put(frame, FrameKind.RESULT, 12, 5, 100_000);
        frame.flip();
        assertThat(LargeFrame.announces(frame), is(true));
        assertThat(LargeFrame.announcedKind(frame), is(FrameKind.RESULT));
        assertThat(LargeFrame.tag(frame), is(5));
        assertThat(LargeFrame.length(frame), is(100_000));
        for (long wrong : new long[] {-1, FrameHeader.LENGTH - 1, Integer.MAX_VALUE + 1L}) {
            LargeFrame.put(frame.clear(), FrameKind.RESULT, 12, 5, wrong);
            assertThat(LargeFrame.announces(frame.flip()), is(false));
        }
    }

    // ---- whose a frame is

    private FrameBuilder builder() {
        return new FrameBuilder(LocalTransport.group(1).get(0), (grown, needed, wished) -> new CountedFrame(wished));
    }

    @Test
    public void aFrameOfNobodyIsReleasedAsItLeaves() {
        new CountedFrame(0).leaveToBuilder();
        assertThat(released, is(1));
    }

    @Test
    public void aFrameThatLeftIsItsBuildersStill() {
        FrameBuilder builder = builder();
        builder.begin();
        Frame written = builder.frame();
        written.leaveToBuilder();
        builder.discard();
        builder.begin();
        assertThat(builder.frame(), sameInstance(written));
    }

    @Test
    public void aFrameThatTheTransportHasTakenIsNotWrittenAgain() {
        FrameBuilder builder = builder();
        builder.begin();
        Frame written = builder.frame();
        written.takeFromBuilder();
        builder.discard();
        builder.begin();
        assertThat(builder.frame(), not(sameInstance(written)));
    }

    @Test
    public void aLargeFrameThatWasTakenIsNotReleasedByItsBuilder() throws Exception {
        FrameBuilder builder = builder();
        builder.begin();
        builder.reserve(FrameBuilder.KEPT + 1);
        builder.frame().takeFromBuilder();
        builder.discard();
        assertThat(released, is(0));
        builder.begin();
        builder.reserve(FrameBuilder.KEPT + 1);
        builder.frame().leaveToBuilder();
        assertThat("as it leaves", released, is(0));
        builder.discard();
        assertThat("as its builder gives it up", released, is(1));
    }
}

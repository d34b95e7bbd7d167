package org.rmi4mpi.dispatch;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.notNullValue;
import static org.hamcrest.Matchers.nullValue;

import java.util.List;
import org.junit.Test;
import org.rmi4mpi.transport.Frame;
import org.rmi4mpi.transport.RankBell;
import org.rmi4mpi.transport.RecordingBell;
import org.rmi4mpi.transport.local.LocalTransport;
import org.rmi4mpi.wire.FrameHeader;
import org.rmi4mpi.wire.FrameKind;
import org.rmi4mpi.wire.RequestFrame;

/**
 * The steps by which requests of calling threads reach threads of the crew, in each order that matters. The threads do not
 * run: the test takes their steps. Caller 1 and caller 2 are threads of rank 1.
 */
public class CallerBindingsTest {
    private static final long OBJECT = 1000;

    private final List<LocalTransport> ranks = LocalTransport.group(2);
    private final RecordingBell bell = new RecordingBell();
    private final RankBell rankBell = new RankBell(bell, 0, 2);
    private final Probe probe = new Probe();
    private final Troubles troubles = new Troubles(0);
    private final Lead lead = new Lead(rankBell);
    private final PipelinedCalls pipelined = new PipelinedCalls(ranks.get(0), rankBell, System::nanoTime);
    private final Backlog backlog =
            new Backlog(ranks.get(0), pipelined, new BacklogHeap(0), new RoomWaits(), (receiver, frame) -> {});
    private final Inbox inbox =
            new Inbox(ranks.get(0), rankBell, new PendingCalls(), pipelined, backlog,
                    new PieceStreams(ranks.get(0), ranks.get(0)::send, wait -> {}, wait -> {}, new BacklogHeap(0),
                            new RoomWaits()),
                    troubles, probe);
    private final WaitPolicy policy = new WaitPolicy(100, false, 1_000_000);
    private final Crew crew = new Crew(0, inbox, rankBell, lead, new Cores(false, System::nanoTime), policy,
            Runner::new, () -> {}, troubles, probe, System::nanoTime);
    private final CrewThread first = new CrewThread(crew, "first", new Runner());
    private final CrewThread second = new CrewThread(crew, "second", new Runner());
    private boolean hasMemory = true;
    private Runnable onRun = () -> {};
    private long lastId;

    private class Runner implements CallRunner {
        @Override
        public void beginCall(Frame frame) {
            if (!hasMemory) {
                throw new OutOfMemoryError("of the test");
            }
        }

        @Override
        public void run(Frame frame) {
            onRun.run();
        }

        @Override
        public void refuse(Frame request) {}
    }

    private void arrives(byte kind, long object, int caller) {
        Frame frame = ranks.get(1).acquire(RequestFrame.HEADER);
        FrameHeader.put(frame.bytes(), kind, 0);
        FrameHeader.putCallId(frame.bytes(), ++lastId);
        RequestFrame.put(frame.bytes(), object, 2, caller, 0, false);
        frame.bytes().position(RequestFrame.HEADER);
        ranks.get(1).send(0, frame);
    }

    private void calls(int caller) {
        arrives(FrameKind.REQUEST, OBJECT, caller);
    }

    private void sendsOneWay() {
        arrives(FrameKind.ONE_WAY, OBJECT, 3);
    }

    private void takesAndEnds(CrewThread taker) {
        Frame request = inbox.nextRequest(taker.taker());
        assertThat(request, notNullValue());
        taker.serve(request);
    }

    private void leavesTheNext(CrewThread taker) {
        assertThat(inbox.nextRequest(taker.taker()), nullValue());
        assertThat(inbox.hasRequests(), is(true));
    }

    private void handsTheNext(CrewThread taker, CrewThread to) {
        assertThat(inbox.nextRequest(taker.taker()), nullValue());
        assertThat(inbox.hasRequests(), is(false));
        assertThat(to.binding().handed(), notNullValue());
    }

    /** The thread begins the request that was handed to it. Returns what ends its method. */
    private Runnable beginsHanded(CrewThread runner) {
        Frame request = inbox.nextHanded(runner.taker());
        assertThat(request, notNullValue());
        assertThat(runner.isInMethod(), is(true));
        assertThat(runner.binding().handed(), nullValue());
        return () -> runner.serve(request);
    }

    /** A call of caller 1 has ended on the first thread. */
    private void firstIsBound() {
        inbox.bindCallers();
        calls(1);
        takesAndEnds(first);
    }

    @Test
    public void theLeaderRunsTheCallsOfItsCallerAndNothingElse() {
        firstIsBound();
        firstIsBound();
        calls(2);
        leavesTheNext(first);
        takesAndEnds(second);
        sendsOneWay();
        leavesTheNext(first);
        leavesTheNext(second);
        inbox.unbind(second.taker());
        takesAndEnds(second);
    }

    @Test
    public void aThreadInAMethodWhenBindingBeginsIsBoundAtItsEnd() {
        calls(1);
        Frame request = inbox.nextRequest(first.taker());
        inbox.bindCallers();
        first.endMethod();
        calls(1);
        handsTheNext(second, first); // Before the thread has seen that its method has ended.
        first.serve(request);
        assertThat(first.binding().isBound(), is(true));
        beginsHanded(first).run();
    }

    /** It may be about to rest as a thread that is not bound, where no request can be handed to it. */
    @Test
    public void aThreadThatHasLeftItsMethodWhenBindingBeginsIsNotBound() {
        calls(1);
        takesAndEnds(first);
        inbox.bindCallers();
        calls(1);
        takesAndEnds(second);
        assertThat(second.binding().isTo(1, 1), is(true));
        sendsOneWay();
        takesAndEnds(first);
        first.endMethod(); // That of the one-way call, whose caller is none of its own.
        assertThat(first.binding().isBound(), is(false));
    }

    @Test
    public void theCallBehindAOneWayCallBindsItsThread() {
        arrives(FrameKind.ONE_WAY, OBJECT, 1);
        Frame oneWay = inbox.nextRequest(first.taker());
        calls(1);
        assertThat(inbox.nextRequest(second.taker()), nullValue());
        inbox.bindCallers();
        onRun = first::endMethod;
        first.serve(oneWay); // And the call behind it.
        assertThat(inbox.isEmpty(), is(true));
        assertThat(first.binding().isTo(1, 1), is(true));
    }

    @Test
    public void ofTwoCallsOfACallerWhenBindingBeginsOneBindsItsThread() {
        calls(1);
        inbox.nextRequest(first.taker()); // It has been given up.
        calls(1);
        inbox.nextRequest(second.taker());
        inbox.bindCallers();
        second.endMethod();
        first.endMethod();
        assertThat(second.binding().isTo(1, 1), is(true));
        assertThat(first.binding().isBound(), is(false));
    }

    @Test
    public void theRegistrysCallsRunOnAnUnboundThread() {
        firstIsBound();
        arrives(FrameKind.REQUEST, RequestFrame.WELL_KNOWN - 1, 1);
        leavesTheNext(first);
        takesAndEnds(second);
        assertThat(second.binding().isBound(), is(false));
    }

    @Test
    public void aCallIsHandedToTheThreadOfItsCallerAndCountsAsQueued() {
        firstIsBound();
        calls(1);
        assertThat(inbox.isEmpty(), is(true)); // It has not been polled.
        handsTheNext(second, first);
        assertThat(inbox.isEmpty(), is(false));
        assertThat(inbox.holds(1, lastId), is(true));
        beginsHanded(first);
        assertThat(inbox.isEmpty(), is(true));
        assertThat(inbox.holds(1, lastId), is(false));
        assertThat(second.binding().isBound(), is(false));
    }

    @Test
    public void aThreadThatLeadsRunsWhatWasHandedToItFirst() {
        firstIsBound();
        calls(1);
        handsTheNext(second, first);
        sendsOneWay();
        inbox.poll();
        takesAndEnds(first);
        assertThat(first.binding().handed(), nullValue());
        leavesTheNext(first);
    }

    @Test
    public void theNextCallMayComeBeforeTheThreadHasEndedTheOneBefore() {
        firstIsBound();
        calls(1);
        Frame before = inbox.nextRequest(first.taker());
        first.binding().endMethod();
        calls(1);
        handsTheNext(second, first);
        first.serve(before);
        beginsHanded(first);
        assertThat(first.binding().hasEndedMethod(), is(false));
    }

    @Test
    public void aCallerThatHasGivenUpACallGetsAnotherThread() {
        firstIsBound();
        calls(1);
        inbox.nextRequest(first.taker()); // It does not end.
        calls(1);
        takesAndEnds(second);
        assertThat(first.binding().isBound(), is(false));
        calls(1);
        handsTheNext(first, second);
    }

    @Test
    public void aThreadWithoutMemoryKeepsWhatWasHandedToIt() {
        firstIsBound();
        calls(1);
        handsTheNext(second, first);
        hasMemory = false;
        try {
            inbox.nextHanded(first.taker());
        } catch (OutOfMemoryError e) {
            // It has begun nothing.
        }
        assertThat(inbox.isEmpty(), is(false));
        hasMemory = true;
        beginsHanded(first);
    }

    @Test
    public void aThreadThatMayRunNoCallsGivesBackWhatWasHandedToIt() {
        firstIsBound();
        calls(1);
        handsTheNext(second, first);
        calls(2);
        inbox.poll();
        inbox.unbind(first.taker());
        assertThat(inbox.holds(1, 2), is(true));
        takesAndEnds(second);
        assertThat(second.binding().isTo(1, 1), is(true));
        takesAndEnds(first);
        assertThat(first.binding().isTo(1, 2), is(true));
    }

    @Test
    public void aThreadAsksForTheLeadAfterTwoCallsInTurn() {
        firstIsBound();
        sendsOneWay();
        takesAndEnds(second);
        calls(1);
        handsTheNext(second, first);
        beginsHanded(first).run();
        assertThat(first.binding().takeAskForLead(), is(false));

        calls(1);
        handsTheNext(second, first);
        assertThat(first.binding().takeAskForLead(), is(false)); // Not before it has run the call.
        beginsHanded(first);
        assertThat(first.binding().takeAskForLead(), is(true));
        assertThat(first.binding().takeAskForLead(), is(false));
    }

    @Test
    public void onlyTheNextLeaderIsRungForARequest() {
        firstIsBound();
        calls(1);
        handsTheNext(second, first);
        assertThat(bell.rings, is(0));
        beginsHanded(first).run();
        first.binding().setRestsOnBell(true);
        calls(1);
        handsTheNext(second, first);
        assertThat(bell.rings, is(1));
    }

    @Test
    public void noThreadCountsOnABoundOneToRest() {
        firstIsBound();
        assertThat(crew.tryBecomeNextLeader(), notNullValue());
        assertThat(crew.hasResting(), is(false));
        assertThat(crew.tryBecomeNextLeader(), nullValue());
        crew.clearNextLeader();
        assertThat(crew.tryBecomeNextLeader(), notNullValue());
    }

    @Test
    public void onlyAParkedThreadWithoutARequestIsUnbound() {
        firstIsBound();
        assertThat(inbox.unbindIdle(), is(false));
        first.binding().setParks(true);
        calls(1);
        handsTheNext(second, first);
        assertThat(inbox.unbindIdle(), is(false));
        beginsHanded(first).run();
        assertThat(inbox.unbindIdle(), is(true));
        assertThat(first.binding().isBound(), is(false));
    }
}

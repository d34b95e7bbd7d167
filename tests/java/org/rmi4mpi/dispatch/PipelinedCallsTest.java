package org.rmi4mpi.dispatch;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.nullValue;
import static org.hamcrest.Matchers.sameInstance;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import org.junit.Test;
import org.rmi4mpi.transport.Frame;
import org.rmi4mpi.transport.RankBell;
import org.rmi4mpi.transport.RecordingBell;
import org.rmi4mpi.transport.local.LocalTransport;
import org.rmi4mpi.wire.FrameHeader;
import org.rmi4mpi.wire.FrameKind;
import org.rmi4mpi.wire.RequestFrame;

/** One-way calls to objects of rank 0: which of them begin, and when. */
public class PipelinedCallsTest {
    private static final int OBJECT = 3;
    private static final int MOST_RUNNING = 3;

    private final List<LocalTransport> ranks = LocalTransport.group(2);
    private final AtomicLong now = new AtomicLong();
    private final PipelinedCalls calls =
            new PipelinedCalls(ranks.get(0), new RankBell(new RecordingBell(), 0, 2), now::get, MOST_RUNNING);
    private final PipelinedCalls.Order order = order();
    private final Frame second = oneWayCall(OBJECT);

    private static PipelinedCalls.Order order() {
        return new PipelinedCalls.Order(new Thread());
    }

    private Frame oneWayCall(long object) {
        return call(FrameKind.ONE_WAY, object);
    }

    private Frame call(byte kind, long object) {
        Frame frame = ranks.get(1).acquire(RequestFrame.HEADER);
        FrameHeader.put(frame.bytes(), kind, 0);
        RequestFrame.put(frame.bytes(), object, 1, 2, 0, false);
        return frame;
    }

    private void bothArrive() {
        assertThat(calls.tryBegin(oneWayCall(OBJECT), order), is(true));
        assertThat(calls.tryBegin(second, order()), is(false));
    }

    private Frame released(Predicate<Thread> isWaiting) {
        calls.release(isWaiting);
        return calls.pollDelayed();
    }

    @Test
    public void theSecondBeginsWhereTheMethodOfTheFirstWaits() {
        bothArrive();
        assertThat(released(thread -> false), nullValue());
        assertThat(released(thread -> true), sameInstance(second));
    }

    @Test
    public void theSecondWaitsWhileArgumentsOfTheFirstAreOnTheirWay() {
        bothArrive();
        order.countDataWait();
        assertThat(released(thread -> true), nullValue());

        order.countDataWait();
        assertThat(released(thread -> true), sameInstance(second));
    }

    /** The thread is found waiting for its arguments, and has begun the wait, or ended it, meanwhile. */
    @Test
    public void aWaitForArgumentsThatBeginsOrEndsMeanwhileDoesNotCount() {
        bothArrive();
        for (int i = 0; i < 2; i++) {
            assertThat(released(thread -> {
                order.countDataWait();
                return true;
            }), nullValue());
        }
    }

    /** Fills the places of methods that run, by calls to objects 100, 101 ... */
    private List<PipelinedCalls.Order> fill() {
        List<PipelinedCalls.Order> running = new ArrayList<>();
        for (int i = 0; i < MOST_RUNNING; i++) {
            running.add(order());
            assertThat(calls.tryBegin(oneWayCall(100 + i), running.get(i)), is(true));
        }
        return running;
    }

    @Test
    public void oneMoreBeginsWhenOneHasEnded() {
        List<PipelinedCalls.Order> running = fill();
        Frame held = oneWayCall(OBJECT);
        assertThat(calls.tryBegin(held, order()), is(false));
        assertThat(released(thread -> false), nullValue());
        assertThat(calls.end(running.get(0)), sameInstance(held));
        assertThat(calls.end(running.get(1)), nullValue());
        assertThat(calls.holdsSome(), is(false));
    }

    @Test
    public void asManyMoreBeginAsMethodsWait() {
        List<PipelinedCalls.Order> running = fill();
        List<Frame> held = List.of(oneWayCall(1), oneWayCall(2), oneWayCall(3));
        held.forEach(each -> assertThat(calls.tryBegin(each, order()), is(false)));
        Iterator<Boolean> waits = List.of(true, true).iterator();
        calls.release(thread -> waits.hasNext() && waits.next());
        for (Frame each : held.subList(0, 2)) {
            assertThat(calls.pollDelayed(), sameInstance(each));
            calls.begin(each, order());
        }
        assertThat(calls.pollDelayed(), nullValue());
        assertThat(calls.end(running.get(0)), nullValue()); // It did not count.
        assertThat(calls.end(running.get(2)), sameInstance(held.get(2)));
    }

    /** Later calls of a thread to the same object never overtake one that is held back, whether they are awaited or not. */
    @Test
    public void callsKeepTheirOrderWhileTheyAreHeldBack() {
        List<PipelinedCalls.Order> running = fill();
        Frame third = call(FrameKind.REQUEST, OBJECT);
        assertThat(calls.tryBegin(oneWayCall(OBJECT), order()), is(false));
        assertThat(calls.tryBegin(second, order()), is(false));
        assertThat(calls.tryBegin(third, order()), is(false));
        assertThat(calls.tryBegin(call(FrameKind.REQUEST, OBJECT + 1), order()), is(true));

        calls.end(running.get(0));
        Frame fourth = oneWayCall(OBJECT);
        assertThat(calls.tryBegin(fourth, order()), is(false));
        assertThat(calls.end(running.get(1)), nullValue()); // All follow the first one.
        for (Frame next : List.of(second, third, fourth)) {
            assertThat(calls.end(running.get(0)), sameInstance(next));
        }
    }

    /** Looks at the calls several times, in all for so long. */
    private Frame releasedAfter(long nanoseconds) {
        for (long left = nanoseconds; left > 0; left -= PipelinedCalls.LONGEST_LOOK_NS) {
            now.addAndGet(Math.min(left, PipelinedCalls.LONGEST_LOOK_NS));
            calls.release(thread -> false);
        }
        return calls.pollDelayed();
    }

    /** They wait for a lock, perhaps, and a call that is held back makes their lock free. */
    @Test
    public void oneMoreBeginsWhenNoneHasEndedForLong() {
        List<PipelinedCalls.Order> running = fill();
        List<Frame> held = List.of(oneWayCall(1), oneWayCall(2), oneWayCall(3));
        held.forEach(each -> assertThat(calls.tryBegin(each, order()), is(false)));
        assertThat(released(thread -> false), nullValue());
        assertThat(releasedAfter(PipelinedCalls.PATIENCE_NS - 1), nullValue());
        assertThat(releasedAfter(1), sameInstance(held.get(0)));
        PipelinedCalls.Order beyond = order();
        calls.begin(held.get(0), beyond);
        assertThat(releasedAfter(PipelinedCalls.PATIENCE_NS / 2), nullValue());
        assertThat(calls.end(beyond), sameInstance(held.get(1))); // It may stand for the others for long.
        assertThat(releasedAfter(PipelinedCalls.PATIENCE_NS), nullValue());
        assertThat(releasedAfter(PipelinedCalls.PATIENCE_NS), sameInstance(held.get(2)));
        running.add(order());
        calls.begin(held.get(2), running.get(MOST_RUNNING));

        assertThat(calls.end(beyond), nullValue());
        running.forEach(each -> assertThat(calls.end(each), nullValue()));
        fill();
        assertThat(calls.tryBegin(oneWayCall(OBJECT), order()), is(false)); // The bound is what it was.
    }

    /** A thread that has no memory to begin the next call ends its own once more. */
    @Test
    public void aCallThatIsPutBackLeavesTheBoundAsItWas() {
        List<PipelinedCalls.Order> running = fill();
        Frame following = call(FrameKind.REQUEST, 100);
        assertThat(calls.tryBegin(following, order()), is(false));
        Iterator<Boolean> waits = List.of(true).iterator();
        calls.release(thread -> waits.hasNext() && waits.next());
        for (int i = 0; i < 3; i++) {
            assertThat(calls.end(running.get(0)), sameInstance(following));
            calls.putBack(following, running.get(0));
        }
        assertThat(calls.end(running.get(0)), sameInstance(following));
        assertThat(calls.tryBegin(oneWayCall(1), order()), is(true));
        assertThat(calls.tryBegin(oneWayCall(2), order()), is(false));
    }

    /** The rank itself had no core. */
    @Test
    public void aLongTimeBetweenTwoLooksDoesNotCount() {
        fill();
        assertThat(calls.tryBegin(oneWayCall(OBJECT), order()), is(false));
        assertThat(released(thread -> false), nullValue());
        now.addAndGet(10 * PipelinedCalls.PATIENCE_NS);
        assertThat(released(thread -> false), nullValue());
    }

    /** No thread can be started. */
    @Test
    public void aDelayedCallThatMayBeginIsRefusedBeforeLaterOnes() {
        RequestQueue queue =
                new RequestQueue(ranks.get(0), calls, new CallerBindings(ranks.get(0).bell(), 2), new Probe());
        bothArrive();
        queue.release(thread -> true);
        assertThat(queue.hasSome(), is(true));
        Frame later = call(FrameKind.REQUEST, OBJECT + 1);
        queue.add(later);
        assertThat(queue.takeToRefuse(), sameInstance(second));
        assertThat(queue.takeToRefuse(), sameInstance(later));
        assertThat(queue.takeToRefuse(), nullValue());
        assertThat(queue.hasSome(), is(false));
    }
}

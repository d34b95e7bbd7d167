package org.rmi4mpi.dispatch;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.nullValue;
import static org.hamcrest.Matchers.sameInstance;

import java.util.List;
import org.junit.Test;
import org.rmi4mpi.transport.Frame;
import org.rmi4mpi.transport.FrameQueue;
import org.rmi4mpi.transport.RankBell;
import org.rmi4mpi.transport.RecordingBell;
import org.rmi4mpi.transport.local.LocalTransport;
import org.rmi4mpi.wire.FrameHeader;
import org.rmi4mpi.wire.FrameKind;
import org.rmi4mpi.wire.RequestFrame;

/** Two one-way calls of a thread to an object of rank 0. The second one follows the first. */
public class PipelinedCallsTest {
    private final List<LocalTransport> ranks = LocalTransport.group(2);
    private final PipelinedCalls calls =
            new PipelinedCalls(ranks.get(0), new RankBell(new RecordingBell(), 0, 2));
    private final PipelinedCalls.Order order = new PipelinedCalls.Order(Thread.currentThread());
    private final Frame second = oneWayCall();
    private final FrameQueue released = new FrameQueue();

    private Frame oneWayCall() {
        Frame frame = ranks.get(1).acquire(RequestFrame.HEADER);
        FrameHeader.put(frame.bytes(), FrameKind.ONE_WAY, 0);
        RequestFrame.put(frame.bytes(), 1, 2, 3, 0, false);
        return frame;
    }

    private void bothArrive() {
        assertThat(calls.tryBegin(oneWayCall(), order), is(true));
        assertThat(calls.tryBegin(second, new PipelinedCalls.Order(new Thread())), is(false));
    }

    @Test
    public void theSecondBeginsWhereTheMethodOfTheFirstWaits() {
        bothArrive();
        calls.release(thread -> false, released);
        assertThat(released.poll(), nullValue());
        calls.release(thread -> true, released);
        assertThat(released.poll(), sameInstance(second));
    }

    @Test
    public void theSecondWaitsWhileArgumentsOfTheFirstAreOnTheirWay() {
        bothArrive();
        order.countRequestWait();
        calls.release(thread -> true, released);
        assertThat(released.poll(), nullValue());

        order.countRequestWait();
        calls.release(thread -> true, released);
        assertThat(released.poll(), sameInstance(second));
    }

    /** The thread is found waiting for its arguments, and has begun the wait, or ended it, meanwhile. */
    @Test
    public void aWaitForArgumentsThatBeginsOrEndsMeanwhileDoesNotCount() {
        bothArrive();
        for (int i = 0; i < 2; i++) {
            calls.release(thread -> {
                order.countRequestWait();
                return true;
            }, released);
            assertThat(released.poll(), nullValue());
        }
    }
}

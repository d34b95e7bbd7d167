package org.rmi4mpi.dispatch;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.lessThan;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.After;
import org.junit.Test;
import org.rmi4mpi.transport.Addressee;
import org.rmi4mpi.transport.Frame;
import org.rmi4mpi.transport.FrameHandler;
import org.rmi4mpi.transport.local.LocalTransport;
import org.rmi4mpi.wire.FrameHeader;
import org.rmi4mpi.wire.FrameKind;
import org.rmi4mpi.wire.ReplyFrame;
import org.rmi4mpi.wire.RequestFrame;

/**
 * Rank 0 binds threads to the calling threads of rank 1, which take a lock by one call and give it back by the next. Rank 1
 * never rings for a late reply, so that no ring of its own repairs what rank 0 has lost.
 */
public class CallingThreadsTest {
    private static final long LIMIT_NS = TimeUnit.SECONDS.toNanos(60);
    private static final long OBJECT = 1000;
    /** The steps of a caller, as the hashes of their methods. */
    private static final int LOCK = 1;
    private static final int COUNT = 2;
    private static final int UNLOCK = 3;

    private final List<LocalTransport> ranks = LocalTransport.group(2);
    private final ReentrantLock lock = new ReentrantLock();
    private final AtomicInteger wrong = new AtomicInteger();
    private final AtomicInteger threadsLeft = new AtomicInteger(Integer.MAX_VALUE);
    private final Dispatcher dispatcher =
            new Dispatcher(ranks.get(0), this::newRunner, new WaitPolicy(100, false, 1_000_000), new Probe());
    private boolean locks = true;
    private boolean bindsInMethods;
    private int count;

    private CallRunner newRunner() {
        if (threadsLeft.getAndDecrement() <= 0) {
            throw new OutOfMemoryError("of the test");
        }
        return new Runner();
    }

    private class Runner implements CallRunner {
        @Override
        public void run(Frame request) {
            CrewThread.watchMethod();
            int caller = RequestFrame.thread(request.bytes());
            byte kind = FrameHeader.kind(request.bytes());
            if (kind == FrameKind.REQUEST && locks) {
                step((int) RequestFrame.methodHash(request.bytes()));
            }
            CrewThread.methodHasEnded();
            if (kind == FrameKind.REQUEST) {
                reply(caller);
            }
        }

        private void step(int method) {
            if (method == LOCK) {
                if (bindsInMethods) {
                    dispatcher.bindCallers();
                }
                wrong.addAndGet(lock.isHeldByCurrentThread() ? 1 : 0);
                lock.lock();
                return;
            }
            wrong.addAndGet(lock.isHeldByCurrentThread() ? 0 : 1);
            if (method == COUNT) {
                count++;
            } else if (lock.isHeldByCurrentThread()) {
                lock.unlock();
            }
        }

        private void reply(int caller) {
            Frame reply = ranks.get(0).acquire(ReplyFrame.HEADER);
            FrameHeader.put(reply.bytes(), FrameKind.RESULT, 0);
            FrameHeader.putCallId(reply.bytes(), caller);
            reply.bytes().position(ReplyFrame.HEADER);
            dispatcher.reply(1, reply);
        }

        @Override
        public void refuse(Frame request) {
            wrong.incrementAndGet();
        }
    }

    private void sends(byte kind, int caller, int method) {
        Frame frame = ranks.get(1).acquire(RequestFrame.HEADER);
        FrameHeader.put(frame.bytes(), kind, 0);
        FrameHeader.putCallId(frame.bytes(), caller);
        RequestFrame.put(frame.bytes(), OBJECT, method, caller, 0, false);
        frame.bytes().position(RequestFrame.HEADER);
        ranks.get(1).send(0, frame);
        ranks.get(1).bell().ringReceiver(0, Addressee.CREW, true);
    }

    /** Each caller makes its steps so often, and sends the next one when it has the reply. */
    private void callersTakeTurns(int callers, int rounds, SplittableRandom random) {
        int[] steps = new int[callers];
        int[] open = {callers};
        FrameHandler replies = reply -> {
            if (FrameKind.isReply(FrameHeader.kind(reply.bytes()))) {
                int caller = (int) FrameHeader.callId(reply.bytes());
                steps[caller]++;
                if (steps[caller] < UNLOCK * rounds) {
                    sends(FrameKind.REQUEST, caller, steps[caller] % UNLOCK + 1);
                } else {
                    open[0]--;
                }
            }
        };
        for (int caller = 0; caller < callers; caller++) {
            sends(FrameKind.REQUEST, caller, LOCK);
        }
        long lastReply = System.nanoTime();
        while (open[0] > 0) {
            if (ranks.get(1).poll(replies) > 0) {
                lastReply = System.nanoTime();
            } else if (random.nextInt(50) == 0) {
                sends(FrameKind.ONE_WAY, callers, 0);
            } else if (random.nextInt(3) == 0) {
                LockSupport.parkNanos(random.nextInt(200_000)); // The leader goes to rest meanwhile.
            }
            assertThat("steps " + Arrays.toString(steps), System.nanoTime() - lastReply, lessThan(LIMIT_NS));
        }
        assertThat(wrong.get(), is(0));
        assertThat(count, is(locks ? callers * rounds : 0));
    }

    @After
    public void stop() {
        dispatcher.stop();
    }

    @Test
    public void eachCallerHasItsThread() {
        dispatcher.bindCallers();
        dispatcher.start();
        callersTakeTurns(1, 200, new SplittableRandom(1));
        count = 0;
        callersTakeTurns(3, 100, new SplittableRandom(2));
    }

    /** As in a program that makes its lock when it takes it first. */
    @Test
    public void bindingBeginsInAMethod() {
        bindsInMethods = true;
        dispatcher.start();
        callersTakeTurns(3, 100, new SplittableRandom(5));
    }

    /** All threads that are bound wait for the lock, but for one, whose caller goes on. */
    @Test
    public void manyCallersWait() {
        dispatcher.bindCallers();
        dispatcher.start();
        callersTakeTurns(100, 3, new SplittableRandom(3));
    }

    /** No further thread can be started, so threads that are idle serve other callers. */
    @Test
    public void fewThreadsServeManyCallers() {
        threadsLeft.set(3);
        locks = false;
        dispatcher.bindCallers();
        dispatcher.start();
        callersTakeTurns(20, 20, new SplittableRandom(4));
    }
}

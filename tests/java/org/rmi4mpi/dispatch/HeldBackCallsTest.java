package org.rmi4mpi.dispatch;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.Test;
import org.rmi4mpi.transport.Frame;
import org.rmi4mpi.transport.RankBell;
import org.rmi4mpi.transport.RecordingBell;
import org.rmi4mpi.transport.local.LocalTransport;
import org.rmi4mpi.wire.FrameHeader;
import org.rmi4mpi.wire.FrameKind;
import org.rmi4mpi.wire.RequestFrame;

/**
 * Calls of several senders to several objects in random interleavings: they arrive, begin, read their arguments, wait for later
 * calls, and end, while others are held back. No thread runs: the test takes each step. Every call ends, calls of one thread to
 * one object keep their order, and not more than the bound run at once.
 */
public class HeldBackCallsTest {
    private static final int RUNS = 3_000;
    private static final int SENDERS = 3;
    private static final int MOST_RUNNING = 4;
    private static final int LONGEST = 80;

    /** What the method of a call does. */
    private enum Plan {
        COMPUTES,
        /** It waits until a later call has ended. */
        WAITS,
        /** It waits for that inside of the operating system, or for a lock, so that it does not look as if it waited. */
        WAITS_UNSEEN
    }

    @Test
    public void eachCallEndsInItsOrderHoweverItsStepsInterleave() {
        long first = System.nanoTime() % 1_000_000_000;
        for (long seed = first; seed < first + RUNS; seed++) {
            try {
                new Rank(seed).run();
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError("seed " + seed + " of HeldBackCallsTest: " + e.getMessage(), e);
            }
        }
    }

    private static void require(boolean holds, String what) {
        if (!holds) {
            throw new AssertionError(what);
        }
    }

    private static final class Call {
        private final int number;
        private final int sender;
        private final int thread;
        private final long object;
        private final boolean isAwaited;
        private final Plan plan;
        private final Frame frame;
        /** The number of the call that this one waits for. */
        private final int awaited;
        private boolean hasBegun;
        private boolean hasEnded;
        private boolean wasSeenWaiting;

        Call(int number, int awaited, Plan plan, boolean isAwaited, int sender, int thread, long object, Frame frame) {
            this.number = number;
            this.awaited = awaited;
            this.plan = plan;
            this.isAwaited = isAwaited;
            this.sender = sender;
            this.thread = thread;
            this.object = object;
            this.frame = frame;
        }

        boolean isBefore(Call later) {
            return sender == later.sender && thread == later.thread && object == later.object;
        }

        @Override
        public String toString() {
            return "call " + number + " (" + plan + ", " + sender + "." + thread + " to " + object + ")";
        }
    }

    /** A thread of the crew. */
    private static final class Member {
        private final Thread thread = new Thread();
        private final PipelinedCalls.Order order = new PipelinedCalls.Order(thread);
        private final RequestTaker taker;
        private Call runs;
        private boolean isReading;
        /** Whether its method has ended, and the thread has not taken what follows. */
        private boolean isEnding;

        Member(Rank rank) {
            taker = new RequestTaker(new CallerBinding(thread, () -> runs != null), order, rank::allocate);
        }
    }

    private static final class Rank {
        private final Random random;
        private final List<LocalTransport> ranks = LocalTransport.group(SENDERS + 1);
        private long now;
        private final PipelinedCalls pipelined = new PipelinedCalls(ranks.get(0),
                new RankBell(new RecordingBell(), 0, SENDERS + 1), () -> now, MOST_RUNNING);
        private final RequestQueue queue =
                new RequestQueue(ranks.get(0), pipelined, new CallerBindings(ranks.get(0).bell(), 2), new Probe());
        private final List<Call> calls = new ArrayList<>();
        private final Deque<Call> onTheirWay = new ArrayDeque<>();
        private final Map<Thread, Member> members = new HashMap<>();
        /** Whether the clock goes on, and some calls wait without being seen. The bound is exact otherwise. */
        private final boolean hasUnseen;
        private final double shortage;
        private double failing;

        Rank(long seed) {
            random = new Random(seed);
            hasUnseen = random.nextBoolean();
            shortage = random.nextBoolean() ? 0.3 : 0;
            int length = 5 + random.nextInt(LONGEST);
            int objects = 1 + random.nextInt(6);
            for (int i = 0; i < length; i++) {
                calls.add(newCall(i, length, objects));
            }
            onTheirWay.addAll(calls);
        }

        private Call newCall(int number, int length, int objects) {
            int left = length - number - 1;
            Plan plan = left == 0 || random.nextInt(3) > 0 ? Plan.COMPUTES
                    : hasUnseen && random.nextBoolean() ? Plan.WAITS_UNSEEN : Plan.WAITS;
            int awaited = left == 0 ? -1 : number + 1 + random.nextInt(Math.min(left, 1 + random.nextInt(20)));
            boolean isAwaited = random.nextInt(4) == 0;
            int sender = 1 + random.nextInt(SENDERS);
            int thread = random.nextInt(2);
            // Nothing follows a call that waits unseen: it might be what this waits for.
            long object = plan == Plan.WAITS_UNSEEN ? 1_000_000 + number : 100 + random.nextInt(objects);
            Frame frame = ranks.get(sender).acquire(RequestFrame.HEADER);
            FrameHeader.put(frame.bytes(), isAwaited ? FrameKind.REQUEST : FrameKind.ONE_WAY, 0);
            FrameHeader.putCallId(frame.bytes(), number + 1);
            RequestFrame.put(frame.bytes(), object, 1, thread, 0, false);
            return new Call(number, awaited, plan, isAwaited, sender, thread, object, frame);
        }

        private void allocate(Frame request) {
            if (random.nextDouble() < failing) {
                throw new OutOfMemoryError("of the test");
            }
        }

        void run() {
            failing = shortage;
            while (!onTheirWay.isEmpty()) {
                takeAStep();
                checkHeld();
            }
            failing = 0;
            for (int rounds = 0; calls.stream().anyMatch(call -> !call.hasEnded); rounds++) {
                require(rounds < 100 * calls.size(), "never ends: "
                        + calls.stream().filter(call -> !call.hasEnded).findFirst().orElseThrow());
                goOn();
                checkHeld();
            }
            require(pipelined.isEmpty() && queue.isEmpty() && !queue.hasSome(),
                    "something is held when all have ended");
        }

        private void takeAStep() {
            switch (random.nextInt(8)) {
                case 0, 1 -> queue.add(onTheirWay.poll().frame);
                case 2, 3 -> takeNext();
                case 4 -> pick(member -> endMethod(member));
                case 5 -> pick(member -> takeFollowing(member));
                case 6 -> pick(member -> endReading(member));
                default -> lookAround(random.nextInt(40));
            }
        }

        /** Takes each step that may be due once. */
        private void goOn() {
            lookAround(10);
            List.copyOf(members.values()).forEach(this::endReading);
            List.copyOf(members.values()).forEach(this::endMethod);
            List.copyOf(members.values()).forEach(this::takeFollowing);
            if (queue.hasSome()) {
                takeNext();
            }
        }

        private void pick(java.util.function.Consumer<Member> step) {
            if (!members.isEmpty()) {
                step.accept(List.copyOf(members.values()).get(random.nextInt(members.size())));
            }
        }

        private void lookAround(int milliseconds) {
            now += hasUnseen ? TimeUnit.MILLISECONDS.toNanos(milliseconds) : 0;
            queue.release(thread -> {
                Member member = members.get(thread);
                boolean waits = member.isEnding || member.isReading
                        || member.runs != null && member.runs.plan == Plan.WAITS
                                && !calls.get(member.runs.awaited).hasEnded;
                if (waits && !member.isReading && member.runs != null) {
                    member.runs.wasSeenWaiting = true;
                }
                return waits;
            });
        }

        private void takeNext() {
            Member member = members.values().stream().filter(each -> each.runs == null && !each.isEnding).findFirst()
                    .orElseGet(() -> new Member(this));
            members.put(member.thread, member);
            try {
                begin(member, queue.take(member.taker));
            } catch (OutOfMemoryError e) {
                // The frame stays where it was.
            }
        }

        private void begin(Member member, Frame frame) {
            if (frame == null) {
                return;
            }
            Call begun = calls.get((int) FrameHeader.callId(frame.bytes()) - 1);
            require(!begun.hasBegun, begun + " begins twice");
            begun.hasBegun = true;
            member.runs = begun;
            member.isReading = random.nextInt(4) == 0;
            if (member.isReading) {
                member.order.countDataWait();
            }
            for (Call earlier : calls.subList(0, begun.number)) {
                require(!earlier.isBefore(begun) || earlier.hasBegun, begun + " overtakes " + earlier);
                require(!earlier.isBefore(begun) || earlier.isAwaited || earlier.hasEnded || earlier.wasSeenWaiting,
                        begun + " begins while " + earlier + " runs");
            }
            long running = members.values().stream().filter(each -> each.order.isRunning() && !each.isEnding
                    && !each.runs.isAwaited && !each.runs.wasSeenWaiting).count();
            require(hasUnseen || running <= MOST_RUNNING, running + " run at once");
        }

        private void endReading(Member member) {
            if (member.isReading) {
                member.isReading = false;
                member.order.countDataWait();
            }
        }

        private void endMethod(Member member) {
            Call runs = member.runs;
            if (runs != null && !member.isReading && (runs.plan == Plan.COMPUTES || calls.get(runs.awaited).hasEnded)) {
                runs.hasEnded = true;
                member.runs = null;
                member.isEnding = member.order.isRunning();
            }
        }

        private void takeFollowing(Member member) {
            if (member.isEnding) {
                try {
                    Frame next = queue.takeDelayed(member.taker);
                    member.isEnding = false;
                    begin(member, next);
                } catch (OutOfMemoryError e) {
                    // The thread tries again.
                }
            }
        }

        /** What a caller is told about a call that it gives up. */
        private void checkHeld() {
            Call any = calls.get(random.nextInt(calls.size()));
            boolean isHeld = !any.hasBegun && !onTheirWay.contains(any);
            require(queue.holds(any.sender, any.number + 1) == isHeld, any + (isHeld ? " is lost" : " is still held"));
        }
    }
}

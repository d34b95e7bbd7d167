package org.rmi4mpi.tests.faults;

import java.util.concurrent.CountDownLatch;

/**
 * Makes the calls of a case, during which something fails, and waits. Then it calls each rank once without failures.
 */
final class CallingThread extends Thread {
    private static final int LEAST_STACK = 180 << 10;
    private static final int MOST_STACK = 1 << 20;
    private static final int KEPT = 8;

    private final FaultyCase drawn;
    private final Caller caller;
    private final int ranks;
    private final CountDownLatch checked;
    private final CountDownLatch ended = new CountDownLatch(1);
    private final Throwable[] failures = new Throwable[KEPT];
    /** Calls that ended, and those of them that failed. */
    private int made;
    private int failed;
    private Throwable wrong;

    CallingThread(FaultyCase drawn, Caller caller, int ranks, String name, CountDownLatch checked) {
        super(null, null, name,
                drawn.stacks() ? LEAST_STACK + caller.random().nextInt(MOST_STACK - LEAST_STACK) : 0);
        this.drawn = drawn;
        this.caller = caller;
        this.ranks = ranks;
        this.checked = checked;
        setDaemon(true);
    }

    @Override
    public void run() {
        try {
            if (drawn.stacks()) {
                callWhereStackEnds();
            } else {
                for (int i = 0; i < drawn.calls(); i++) {
                    call(kind(), target());
                }
            }
        } catch (Throwable e) {
            wrong = e;
        }
        ended.countDown();
        try {
            checked.await();
            callCleanly();
        } catch (Throwable e) {
            wrong = wrong == null ? e : wrong;
        }
    }

    private CallKind kind() {
        CallKind[] all = CallKind.values();
        return caller.random().nextInt(3) > 0 ? drawn.kind() : all[caller.random().nextInt(all.length)];
    }

    private int target() {
        return caller.random().nextInt(5) > 0 ? drawn.target() : caller.random().nextInt(ranks);
    }

    private void call(CallKind kind, int target) {
        made++;
        try {
            caller.call(kind, target);
        } catch (Throwable e) {
            failed(e);
        }
    }

    private void failed(Throwable e) {
        if (failed < KEPT) {
            failures[failed] = e;
        }
        failed++;
    }

    private void callWhereStackEnds() {
        CallKind kind = kind();
        int target = target();
        ShortStack stack = new ShortStack(1 + caller.random().nextInt(60), () -> {
            made++;
            return caller.call(kind, target);
        });
        if (caller.random().nextBoolean()) {
            stack.callAtEnd();
        } else {
            stack.callOnTheWay(caller.random().nextInt(3000));
        }
        for (int i = 0; i < stack.missed(); i++) {
            failed(i < KEPT / 2 ? stack.first() : stack.last());
        }
        call(kind, target);
    }

    /** A thread goes on after its calls have failed. */
    private void callCleanly() throws Exception {
        for (int rank = 0; rank < ranks; rank++) {
            caller.call(CallKind.NOTHING, rank);
            caller.call(rank == drawn.target() && !drawn.kind().maybeLate() ? drawn.kind() : CallKind.BYTES, rank);
            caller.call(CallKind.PRIMITIVES, rank);
        }
    }

    Caller caller() {
        return caller;
    }

    CountDownLatch ended() {
        return ended;
    }

    int made() {
        return made;
    }

    /** The first ones, and nulls. */
    Throwable[] failures() {
        return failures;
    }

    int failed() {
        return Math.min(failed, made);
    }

    /** Describes a violation in calls without failures; null if there is none. */
    Throwable wrong() {
        return wrong;
    }
}

package org.rmi4mpi.dispatch;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;

import org.junit.Test;

/** Each yield takes 0.1 ms, unless a test says otherwise. */
public class CoresTest {
    private static final long SHORT_NS = 1_000;
    private static final long LONG_NS = 1_000_000;

    private long now;
    private long stepNs = 100_000;
    private final Cores cores = new Cores(false, () -> now += stepNs);

    /** Whether a thread may go on polling after two yields. */
    private boolean yieldsTwice() {
        return cores.tryYield(1) && cores.tryYield(2);
    }

    private void await(int times, long workNs) {
        for (int i = 0; i < times; i++) {
            cores.beginWait(workNs);
            cores.endWait();
        }
    }

    @Test
    public void aCoreIsWantedAfterTwoLateYields() {
        assertThat(yieldsTwice(), is(false));
    }

    @Test
    public void whileCallsGoToAndFroAYieldMayMeetAMethod() {
        await(32, SHORT_NS);
        assertThat(yieldsTwice(), is(true));
    }

    @Test
    public void aThreadThatComputesIsNoticedWhileCallsGoToAndFro() {
        await(64, SHORT_NS);
        stepNs = 2_000_000;
        assertThat(yieldsTwice(), is(false));
    }

    @Test
    public void aFewCallsAreNotEnough() {
        await(31, SHORT_NS);
        assertThat(yieldsTwice(), is(false));
    }

    @Test
    public void threadsThatComputeBetweenTheirCallsDoNotPollOn() {
        await(64, SHORT_NS);
        await(5, LONG_NS);
        assertThat(yieldsTwice(), is(false));
    }

    @Test
    public void manyThreadsThatWaitDoNotPollOn() {
        await(64, SHORT_NS);
        for (int thread = 0; thread < 5; thread++) {
            cores.beginWait(SHORT_NS);
        }
        assertThat(yieldsTwice(), is(false));
        cores.endWait();
        assertThat(yieldsTwice(), is(true));
    }
}

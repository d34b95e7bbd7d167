package org.rmi4mpi.dispatch;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.lessThanOrEqualTo;

import java.util.ArrayList;
import java.util.List;
import org.junit.Test;
import org.rmi4mpi.dispatch.WaitPolicy.IdleStrategy;

public class IdleStrategyTest {
    private final List<Integer> yields = new ArrayList<>();
    private final IdleStrategy strategy = new IdleStrategy(2, 5, before -> yields.add(before), 20, 100);

    @Test
    public void aThreadSpinsThenYieldsThenSleeps() {
        List<IdleStrategy.State> states = new ArrayList<>();
        for (int looks = 0; looks < 7; looks++) {
            states.add(strategy.after(looks));
        }
        assertThat(states,
                contains(IdleStrategy.State.SPINNING, IdleStrategy.State.SPINNING, IdleStrategy.State.YIELDING,
                        IdleStrategy.State.YIELDING, IdleStrategy.State.YIELDING, IdleStrategy.State.SLEEPING,
                        IdleStrategy.State.SLEEPING));
    }

    @Test
    public void itIsToldHowOftenItHasYielded() {
        int looks = 0;
        while (strategy.idle(looks)) {
            looks++;
        }
        assertThat(looks, is(5));
        assertThat(yields, contains(0, 1, 2));
    }

    @Test
    public void aThreadWhoseCoreIsWantedSleepsAtOnce() {
        IdleStrategy wanted = new IdleStrategy(2, 5, before -> false, 20, 100);
        assertThat(wanted.idle(1), is(true));
        assertThat(wanted.idle(2), is(false));
    }

    @Test
    public void aThreadThatMayNotPollSleepsAtOnce() {
        IdleStrategy impatient = new IdleStrategy(50, 0, before -> yields.add(before), 20, 100);
        assertThat(impatient.after(0), is(IdleStrategy.State.SLEEPING));
        assertThat(impatient.idle(0), is(false));
        assertThat(yields, empty());
    }

    @Test
    public void stepsGrowByAFractionOfTheWaitUntilTheLongest() {
        IdleStrategy patient = new IdleStrategy(0, 0, before -> true, 20_000, 250_000_000);
        long waited = 0;
        for (long step = patient.shortestNs(); step < 250_000_000; step = patient.nextStepNs(step)) {
            assertThat(step, lessThanOrEqualTo(20_000 + waited / 32));
            waited += step;
        }
        assertThat(patient.nextStepNs(250_000_000), is(250_000_000L));
    }

    @Test
    public void theShortestStepIsNotLongerThanTheLongest() {
        assertThat(new IdleStrategy(0, 0, before -> true, 20_000, 1_000).shortestNs(), is(1_000L));
    }
}

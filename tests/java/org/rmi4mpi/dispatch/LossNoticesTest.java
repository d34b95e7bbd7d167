package org.rmi4mpi.dispatch;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;
import org.junit.Test;

/** Listeners are told of each lost rank once, also where one of them fails. */
public class LossNoticesTest {
    private static final int RANKS = 3;

    private final List<String> told = new ArrayList<>();
    private final List<Throwable> failures = new ArrayList<>();
    private final List<Integer> lost = new ArrayList<>();
    private final LossNotices notices = new LossNotices();
    private boolean fails;

    private void look() {
        List<IntConsumer> listeners = List.of(rank -> told.add("first " + rank), this::acceptOrFail,
                rank -> told.add("last " + rank));
        notices.tell(RANKS, lost::contains, listeners, failures::add);
    }

    private void acceptOrFail(int rank) {
        if (fails) {
            throw new StackOverflowError();
        }
        told.add("second " + rank);
    }

    @Test
    public void eachLossIsToldOnce() {
        look();
        lost.add(1);
        look();
        lost.add(0);
        look();
        look();
        assertThat(told, is(List.of("first 1", "second 1", "last 1", "first 0", "second 0", "last 0")));
    }

    @Test
    public void afterAFailureTheOthersAreToldAndThatOneLater() {
        lost.add(2);
        fails = true;
        look();
        assertThat(told, is(List.of("first 2", "last 2")));
        assertThat(failures.size(), is(1));
        fails = false;
        look();
        look();
        assertThat(told, is(List.of("first 2", "last 2", "second 2")));
    }
}

package org.rmi4mpi.launch;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;
import static org.junit.Assert.assertThrows;

import org.junit.Test;

/** The line of {@code Ranks.progress}. */
public class JobProgressTest {
    private final JobProgress.OwnBoard board = new JobProgress.OwnBoard(false);

    @Test
    public void theLineTellsRateTimeLeftAndTheSlowestRank() {
        board.take(0, 0, 1000);
        board.take(0, 600, 1000);
        board.take(3, 200, 1000);
        assertThat(board.text(4), is("rmi4mpi: 40 %, 800 of 2,000, 200.0 a second, 6 s left; slowest rank 3: 20 %"));
    }

    @Test
    public void theLineOfOneRankNamesNone() {
        board.take(0, 0, 10_000);
        board.take(0, 1, 10_000);
        assertThat(board.text(2), is("rmi4mpi: 0 %, 1 of 10,000, 0.5 a second, 5.6 h left"));
    }

    @Test
    public void theLastLineTellsTheTimeThatItTook() {
        board.take(0, 1, 2);
        board.take(1, 2, 2);
        board.take(0, 2, 2);
        assertThat(board.text(120), is("rmi4mpi: 100 %, 4 of 4, 0.0 a second, in 2 min"));
    }

    @Test
    public void workThatFollowsBeginsAnew() {
        board.take(0, 2, 2);
        board.take(1, 1, 4);
        assertThat(board.text(2), is("rmi4mpi: 25 %, 1 of 4, 0.0 a second"));
    }

    @Test
    public void nothingHasBeenDoneYet() {
        board.take(0, 0, 5);
        assertThat(board.text(1), is("rmi4mpi: 0 %, 0 of 5, 0.0 a second"));
    }

    @Test
    public void moreThanAllIsRefused() {
        IllegalArgumentException refused =
                assertThrows(IllegalArgumentException.class, () -> JobProgress.tell(6, 5));
        assertThat(refused.getMessage().contains("expected 0 <= done <= of"), is(true));
        assertThrows(IllegalArgumentException.class, () -> JobProgress.tell(0, 0));
    }
}

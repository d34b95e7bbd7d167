package org.rmi4mpi.bench.rows;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.closeTo;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.notANumber;

import java.util.List;
import org.junit.Test;

public class SpreadTest {
    @Test
    public void quartilesAreInterpolated() {
        Spread spread = Spread.of(List.of(4.0, 1.0, 3.0, 2.0));
        assertThat(spread.lower(), closeTo(1.75, 1e-9));
        assertThat(spread.median(), closeTo(2.5, 1e-9));
        assertThat(spread.upper(), closeTo(3.25, 1e-9));
    }

    @Test
    public void noValuesHaveNoMedian() {
        assertThat(Spread.of(List.of()).median(), notANumber());
        assertThat(Spread.of(List.of()).isWide(), is(false));
    }

    @Test
    public void quartilesFurtherApartThanAThirdAreWide() {
        assertThat(Spread.of(List.of(9.0, 10.0, 11.0)).isWide(), is(false));
        assertThat(Spread.of(List.of(5.0, 10.0, 15.0)).isWide(), is(true));
    }
}

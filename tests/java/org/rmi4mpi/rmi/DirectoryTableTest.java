package org.rmi4mpi.rmi;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;

import java.rmi.registry.Registry;
import org.junit.Test;

/** Three ranks ask for registries that do not exist. */
public class DirectoryTableTest {
    private static final String HOST = "host";
    private static final int PORT = 2001;

    private long now = 1;
    private final DirectoryTable directory = new DirectoryTable(3, () -> now);

    private boolean expects(int rank, int port) {
        return directory.isExpected(rank, HOST, port);
    }

    private void allBegin() {
        for (int rank = 0; rank < 3; rank++) {
            directory.begun(rank);
        }
    }

    @Test
    public void aRegistryIsExpectedWhileAProgramHasNotBegun() {
        directory.begun(0);
        directory.begun(2);
        now += 10 * DirectoryTable.OTHERS_EXPECT_NS;
        assertThat(expects(0, PORT), is(true));
        directory.begun(1);
        assertThat(expects(0, PORT), is(true));
        now += DirectoryTable.FIRST_EXPECTS_NS;
        assertThat(expects(0, PORT), is(false));
    }

    @Test
    public void theRankThatHasAskedFirstMayCreateItFirst() {
        allBegin();
        assertThat(expects(1, PORT), is(true));
        assertThat(expects(0, PORT), is(true));
        assertThat(expects(0, PORT + 1), is(true));
        now += DirectoryTable.FIRST_EXPECTS_NS;
        assertThat(expects(1, PORT), is(false));
        assertThat(expects(0, PORT), is(true));
        assertThat(expects(0, PORT + 1), is(false));
        now = 1 + DirectoryTable.OTHERS_EXPECT_NS;
        assertThat(expects(0, PORT), is(false));
    }

    @Test
    public void aRegistryThatWasRemovedIsNotExpected() {
        allBegin();
        Registry registry = new CreatedRegistry(PORT);
        directory.add(1, HOST, PORT, registry);
        directory.remove(1, HOST, PORT);
        assertThat(expects(0, PORT), is(false));
    }

    @Test
    public void aRankThatIsLeftAloneExpectsNone() {
        directory.ended(1);
        assertThat(expects(0, PORT), is(true));
        directory.ended(0);
        assertThat(expects(0, PORT), is(true));
        directory.ended(2);
        assertThat(expects(0, PORT), is(false));
    }
}

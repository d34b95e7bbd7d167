package org.rmi4mpi.tests.jobs;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.stringContainsInOrder;

import java.util.Collections;
import org.junit.Test;
import org.rmi4mpi.tests.runner.Deadline;
import org.rmi4mpi.tests.runner.OneJdk;
import org.rmi4mpi.tests.runner.Processes;

/** Messages that leave in pieces, in jobs with little memory or with small pieces. */
@Deadline(90)
public class GraphsInPiecesTest {
    private static final int SECONDS = 80;

    private static void passes(int ranks, String jvmOptions, String... arguments) throws Exception {
        Processes.Outcome outcome = Programs.launch(SECONDS, ranks, jvmOptions, "Exchange", arguments);
        assertThat(outcome.output(), outcome.status(), is(0));
        assertThat(outcome.output(), stringContainsInOrder(Collections.nCopies(ranks, "all passed")));
    }

    @Test
    @OneJdk
    public void messagesOfAGibibyteCrossInASmallHeap() throws Exception {
        passes(2, "-Xmx300m", "stream", "1024");
    }

    /** Their pieces stay where they are written, and none is copied. */
    @Test
    @OneJdk
    public void messagesWithinARankTakeTheirMemoryOnce() throws Exception {
        passes(1, "-Xmx300m -XX:MaxDirectMemorySize=160m", "stream", "96");
        passes(1, "-Xmx64m", "failing", "10");
    }

    /** As in the JDK's RMI. */
    @Test
    @OneJdk
    public void aMillionMapsPassWhereTheyFitIntoTheHeap() throws Exception {
        passes(2, "-Xmx500m", "maps", "1000000");
    }

    /** Together they are longer than the heap, and so is what they leave if they do. */
    @Test
    @OneJdk
    public void messagesThatFailInTheMiddleLeaveNothing() throws Exception {
        passes(3, "-Xmx64m", "failing", "10");
    }

    @Test
    @OneJdk
    public void aJobEndsWhileMessagesAreWritten() throws Exception {
        passes(3, "-Xmx64m", "unfinished", "4");
    }

    @Test
    @OneJdk
    public void randomGraphsPassInSmallPieces() throws Exception {
        passes(2, "-Drmi4mpi.piece.bytes=300", "random", "3");
        passes(3, "-Drmi4mpi.piece.bytes=4097", "random", "2");
    }

    @Test
    @OneJdk
    public void randomGraphsPassInPiecesThatAreAnnounced() throws Exception {
        passes(2, "-Drmi4mpi.piece.bytes=200000", "random", "5");
    }
}

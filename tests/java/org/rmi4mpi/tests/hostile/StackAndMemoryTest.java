package org.rmi4mpi.tests.hostile;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.greaterThan;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.stringContainsInOrder;

import java.util.List;
import java.util.Map;
import org.junit.Test;
import org.rmi4mpi.tests.runner.Deadline;
import org.rmi4mpi.tests.runner.EachJdk;
import org.rmi4mpi.tests.runner.OneJdk;

/** Stack, heap or direct memory ends in the middle of calls, or a rank cannot start more threads. */
@Deadline(HostileJob.SECONDS + 10)
public class StackAndMemoryTest {
    /** Requests and replies leave as one frame each, as batches always do. */
    private static final String WHOLE = " -Drmi4mpi.piece.bytes=1000000000";

    /** Each JDK has frames and zones at the end of a stack of its own. */
    @Test
    @EachJdk
    public void callsAtTheEndOfAStackAreAnsweredOrFail() throws Exception {
        HostileJob job = HostileJob.run(2, "", DeepStacks.class, "4").allAnswered();
        assertThat(job.sum("answered"), greaterThan(1000L));
        assertThat(job.output(), not(containsString("dropped a frame")));
    }

    /** The results have been computed. A thread with enough stack sends them. */
    @Test
    @OneJdk
    public void promisesThatAreKeptAtTheEndOfAStackAreTold() throws Exception {
        HostileJob job = HostileJob.run(2, "", DeepPromises.class, "50000").allAnswered();
        assertThat(job.sum("failed"), is(0L));
    }

    @Test
    @OneJdk
    public void arraysLargerThanTheHeapOfTheirReceiverFail() throws Exception {
        HostileJob job = HostileJob.run(2, "-Xmx100m", FullHeap.class, "80000000", "2", "4", "100").allAnswered();
        assertThat(job.sum("failed"), greaterThan(0L));
    }

    @Test
    public void callsToARankWhoseHeapIsFullAreAnsweredOrFail() throws Exception {
        HostileJob.run(2, "-Xmx100m", FullHeap.class, "1048576", "20", "4", "5").allAnswered();
    }

    @Test
    @OneJdk
    public void aFrameThatNeverFitsIsRefusedAtOnce() throws Exception {
        HostileJob job = HostileJob.run(2, "-Xmx1g -XX:MaxDirectMemorySize=100m" + WHOLE,
                LittleDirectMemory.class, "1", "150000000", "1", "0").allAnswered();
        assertThat(job.sum("failed"), is(1L));
        assertThat(job.output(), stringContainsInOrder("MarshalException", "no memory for a frame of 150000048 bytes",
                "of 100 MiB (-XX:MaxDirectMemorySize)"));
    }

    /** Neither end has memory for all of the message. */
    @Test
    @OneJdk
    public void messagesThatFitIntoNoFramePassInPieces() throws Exception {
        HostileJob sent = HostileJob.run(2, "-Xmx1g -XX:MaxDirectMemorySize=100m", LittleDirectMemory.class, "1",
                "150000000", "1", "0").allAnswered();
        assertThat(sent.sum("failed"), is(0L));
        HostileJob received =
                HostileJob.run(2, "-XX:MaxDirectMemorySize=60m", LittleDirectMemory.class, "1", "20000000",
                        "1", "40").allAnswered();
        assertThat(received.sum("failed"), is(0L));
    }

    /** Its earlier calls of a mebibyte are made all the same, which take half of the memory: no frame is kept that was too short. */
    @Test
    @OneJdk
    public void aCallForWhichABatchHasNoMemoryIsRefused() throws Exception {
        HostileJob job =
                HostileJob.run(2, "-Xmx1g -XX:MaxDirectMemorySize=60m", LongBatch.class, "60", "0").allAnswered();
        assertThat(job.sum("failed"), is(1L));
        assertThat(job.sum("answered"), greaterThan(29L));
        assertThat(job.output(), stringContainsInOrder("MarshalException", "a batch of", "no memory for a frame of",
                "of 60 MiB (-XX:MaxDirectMemorySize)", "send less at once"));
    }

    /** None of its calls is made. */
    @Test
    @OneJdk
    public void aBatchThatItsReceiverHasNoMemoryForIsRefused() throws Exception {
        HostileJob job = HostileJob.run(2, "-XX:MaxDirectMemorySize=60m", LongBatch.class, "20", "50").allAnswered();
        assertThat(job.sum("failed"), is(1L));
        assertThat(job.output(),
                stringContainsInOrder("ServerError", "rank 1 has no direct memory for a message of",
                        "of 60 MiB being in use"));
    }

    @Test
    @OneJdk
    public void manyFramesInLittleDirectMemoryPass() throws Exception {
        HostileJob job = HostileJob.run(2, "-XX:MaxDirectMemorySize=60m", LittleDirectMemory.class, "50", "50000", "20",
                "0").allAnswered();
        assertThat(job.sum("failed"), is(0L));
    }

    /**
     * Rank 0 has taken most of the memory for good. Later frames are still received, and the caller gets an exception
     * in the end.
     */
    @Test
    public void aFrameThatItsReceiverHasNoMemoryForIsRefused() throws Exception {
        HostileJob job =
                HostileJob.run(2, "-XX:MaxDirectMemorySize=60m" + WHOLE, LittleDirectMemory.class, "1", "20000000", "1",
                        "40").allAnswered();
        assertThat(job.sum("failed"), is(1L));
        assertThat(job.output(), stringContainsInOrder("ServerError",
                "rank 0 has no direct memory for a message of 20000048 bytes, 40 of 60 MiB being in use"));
    }

    /** With stacks of 64 MiB there is room for some forty threads, and hundreds are needed. */
    @Test
    @OneJdk
    public void callsForWhichNoThreadCanBeStartedAreRefused() throws Exception {
        String job = HostileJob.ROOT.resolve("build/bin/rmi4mpirun") + " -n 2 -Xmx64m -Xss64m -XX:+UseSerialGC"
                + " -XX:CompressedClassSpaceSize=16m -XX:ReservedCodeCacheSize=48m -XX:MaxDirectMemorySize=32m -cp "
                + HostileJob.CLASSES + " " + NoThreads.class.getName() + " 3 200 0";
        HostileJob ended = HostileJob.command(2, Map.of("MALLOC_ARENA_MAX", "1"),
                List.of("sh", "-c", "ulimit -v 4000000; exec " + job)).allAnswered();
        assertThat(ended.output(), ended.sum("failed"), is(3L));
    }
}

package org.rmi4mpi.tests.hostile;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.stringContainsInOrder;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.Test;
import org.rmi4mpi.tests.runner.Deadline;
import org.rmi4mpi.tests.runner.EachJdk;
import org.rmi4mpi.tests.runner.OneJdk;

/** Messages of objects that their receiver cannot take. The receiver gets an exception, and the sender continues. */
@Deadline(HostileJob.SECONDS + 10)
public class ObjectMessagesTest {
    private static HostileJob attack(String... receiversOptions) throws Exception {
        String program = ObjectsTooLarge.class.getName();
        List<String> command = new ArrayList<>(List.of("-n", "1", "-Xmx400m", "-cp", HostileJob.CLASSES, program));
        command.addAll(List.of(":", "-n", "1", "-XX:+UseSerialGC"));
        command.addAll(List.of(receiversOptions));
        command.addAll(List.of("-cp", HostileJob.CLASSES, program));
        HostileJob job = HostileJob.launch(2, Map.of(), command);
        assertCalls(job, 25L, 13L, 12L);
        return job;
    }

    private static void assertCalls(HostileJob job, long made, long answered, long failed) throws Exception {
        job.allAnswered();
        assertThat(job.output(), job.sum("made"), is(made));
        assertThat(job.output(), job.sum("answered"), is(answered));
        assertThat(job.output(), job.sum("failed"), is(failed));
    }

    @Test
    @EachJdk
    public void theSenderGoesOnWhereTheReceiverHasNoDirectMemory() throws Exception {
        HostileJob job = attack("-XX:MaxDirectMemorySize=16m");
        assertThat(job.output(),
                stringContainsInOrder("refused: Recv: no memory for 4194", "bytes of objects at rank 1",
                        "raise -Xmx or -XX:MaxDirectMemorySize"));
    }

    @Test
    @EachJdk
    public void theSenderGoesOnWhereTheReceiverHasNoHeap() throws Exception {
        HostileJob job = attack("-Xmx32m", "-XX:MaxDirectMemorySize=200m");
        assertThat(job.output(),
                stringContainsInOrder("refused: Recv: no memory for 4194", "bytes of objects at rank 1"));
    }

    @Test
    @OneJdk
    public void theReceiverIsToldWhereTheSenderHasNoHeap() throws Exception {
        HostileJob job = HostileJob.run(2, "-Xmx64m", ObjectsBeyondHeap.class);
        assertCalls(job, 20L, 10L, 10L);
        assertThat(job.output(),
                containsString("Send: no memory to send the objects at rank 0 (Java heap space): raise"));
        assertThat(job.output(), containsString("Recv: rank 0 of the communicator had no memory to send its objects"));
    }

    @Test
    @OneJdk
    public void aCollectiveOperationFailsAtAllRanksWhereItFailsAtOne() throws Exception {
        String program = ObjectsTooLargeForAll.class.getName();
        HostileJob job =
                HostileJob.launch(3, Map.of(), List.of("-n", "2", "-Xmx400m", "-cp", HostileJob.CLASSES, program,
                        ":", "-n", "1", "-XX:MaxDirectMemorySize=16m", "-cp", HostileJob.CLASSES, program));
        assertCalls(job, 60L, 30L, 30L);
    }

    @Test
    @OneJdk
    public void noneWaitsForTheOneThatHasNoDirectMemoryForLittle() throws Exception {
        HostileJob job = HostileJob.run(3, "-XX:MaxDirectMemorySize=16m", ObjectsWithoutDirectMemory.class);
        job.allAnswered();
        assertThat(job.output(), job.sum("answered"), is(15L));
    }
}

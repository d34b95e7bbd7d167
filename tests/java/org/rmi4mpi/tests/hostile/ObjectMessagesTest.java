package org.rmi4mpi.tests.hostile;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.is;

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
    private static HostileJob attack(long failed, String... receiversOptions) throws Exception {
        String program = ObjectsTooLarge.class.getName();
        List<String> command = new ArrayList<>(List.of("-n", "1", "-Xmx400m", "-cp", HostileJob.CLASSES, program));
        command.addAll(List.of(":", "-n", "1", "-XX:+UseSerialGC"));
        command.addAll(List.of(receiversOptions));
        command.addAll(List.of("-cp", HostileJob.CLASSES, program));
        HostileJob job = HostileJob.launch(2, Map.of(), command);
        assertCalls(job, 25L, 25L - failed, failed);
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
    public void largeObjectsTakeLittleDirectMemory() throws Exception {
        attack(4, "-XX:MaxDirectMemorySize=16m");
    }

    @Test
    @EachJdk
    public void theSenderGoesOnWhereTheReceiverHasNoHeap() throws Exception {
        HostileJob job = attack(12, "-Xmx32m", "-XX:MaxDirectMemorySize=200m");
        assertThat(job.output(),
                containsString("refused: Recv: no memory to receive the objects at rank 1 (Java heap"));
        assertThat(job.output(),
                containsString("refused: Irecv: no memory to receive the objects at rank 1 (Java heap"));
    }

    /** A message that is read while it is written takes the memory of a few pieces. One that is kept may not fit. */
    @Test
    @OneJdk
    public void theReceiverIsToldWhereTheSenderHasNoHeapForWhatItKeeps() throws Exception {
        HostileJob job = HostileJob.run(2, "-Xmx64m", ObjectsBeyondHeap.class);
        assertCalls(job, 20L, 14L, 6L);
        assertThat(job.output(),
                containsString("Isend: no memory to send the objects at rank 0 (Java heap space): raise"));
        assertThat(job.output(), containsString("Recv: rank 0 of MPI.COMM_WORLD could not write or send its objects"));
        assertThat(job.output(),
                containsString("Recv: rank 0 of the communicator could not write or send its objects"));
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

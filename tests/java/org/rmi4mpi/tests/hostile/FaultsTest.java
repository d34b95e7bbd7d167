package org.rmi4mpi.tests.hostile;

import static org.junit.Assert.assertTrue;

import java.util.List;
import org.junit.Test;
import org.rmi4mpi.tests.faults.FaultRun;
import org.rmi4mpi.tests.runner.Deadline;

/** Allocation failures and stack overflows at points that a seed selects. {@code make fuzz} runs many more of them. */
public class FaultsTest {
    private static final int CASES = 100;
    private static final long SEED = 1;

    @Test
    @Deadline(300)
    public void noCallIsLostWhereAllocationsFailAndStacksEnd() throws Exception {
        FaultRun run = new FaultRun(2, SEED, 1, List.of());
        run.run(0, CASES);
        assertTrue(run.report(), run.isWell());
    }
}

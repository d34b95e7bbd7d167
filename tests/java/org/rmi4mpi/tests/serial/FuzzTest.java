package org.rmi4mpi.tests.serial;

import org.junit.Assume;
import org.junit.Test;
import org.rmi4mpi.tests.runner.Deadline;
import org.rmi4mpi.tests.runner.NotInCheck;
import org.rmi4mpi.tests.runner.OneJdk;

/**
 * Runs some cases of {@link Fuzz}. {@code make fuzz CASES=10000000} runs more.
 * JAVA_TOOL_OPTIONS=-Drmi4mpi.test.seed=... repeats a run.
 */
@Deadline(120)
public class FuzzTest {
    private static final int CASES = 20_000;

    private static void fuzz(Fuzz.Mode mode) throws Exception {
        Assume.assumeTrue("not said to be able to", new ArrayCopyStreams().can(Streams.Ability.HOSTILE_INPUT));
        long seed = Long.getLong("rmi4mpi.test.seed", System.nanoTime());
        Fuzz fuzz = new Fuzz(mode);
        for (int i = 0; i < CASES; i++) {
            fuzz.run(seed + i);
        }
    }

    @Test
    public void messagesOfKnownClasses() throws Exception {
        fuzz(Fuzz.Mode.AGREED);
    }

    @Test
    @NotInCheck
    @OneJdk
    public void messagesThatDescribeTheirClasses() throws Exception {
        fuzz(Fuzz.Mode.DESCRIBED);
    }

    @Test
    public void streams() throws Exception {
        fuzz(Fuzz.Mode.STREAM);
    }

    /** Replaces each int of a small message, in both byte orders, by a number that nobody has written. */
    @Test
    @NotInCheck
    @OneJdk
    public void everyIntOfSmallMessages() throws Exception {
        Assume.assumeTrue("not said to be able to", new ArrayCopyStreams().can(Streams.Ability.HOSTILE_INPUT));
        for (Fuzz.Mode mode : Fuzz.Mode.values()) {
            new Fuzz(mode).everyInt(Integer.getInteger("rmi4mpi.test.length", 120));
        }
    }
}

package org.rmi4mpi.tests.programs;

import static org.junit.Assert.assertEquals;

import mpi.MPI;
import org.junit.Rule;
import org.junit.Test;
import org.rmi4mpi.testing.RanksRule;

/** Tests of JUnit 4 that a test runs. */
public class Junit4OnRanks {
    @Rule
    public final RanksRule ranks = new RanksRule(2);

    @Test
    public void pass() throws Exception {
        assertEquals(2, MPI.COMM_WORLD.Size());
    }

    @Test
    public void failAtZero() throws Exception {
        assertEquals("the rank", 1, MPI.COMM_WORLD.Rank());
    }
}

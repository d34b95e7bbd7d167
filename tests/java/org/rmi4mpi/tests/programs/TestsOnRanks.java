package org.rmi4mpi.tests.programs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import mpi.MPI;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rmi4mpi.rmi.Ranks;
import org.rmi4mpi.testing.OnRanks;

/** Tests of JUnit 5 that a test runs. */
@OnRanks(value = 3, seconds = 40, options = "-Xmx200m")
public class TestsOnRanks {
    private int size;

    @BeforeEach
    void ask() throws Exception {
        size = MPI.COMM_WORLD.Size();
    }

    @Test
    void pass() throws Exception {
        assertEquals(3, size);
        int next = (MPI.COMM_WORLD.Rank() + 1) % size;
        assertEquals(next, Ranks.at(next).call(() -> MPI.COMM_WORLD.Rank()));
    }

    @Test
    void failAtOne() throws Exception {
        int rank = MPI.COMM_WORLD.Rank();
        System.out.println("output of " + rank);
        assertEquals(rank == 1 ? 7 : rank, rank, "the rank");
        MPI.COMM_WORLD.Barrier(); // the others wait
    }

    @OnRanks(value = 2, seconds = 5)
    @Test
    void hang() throws Exception {
        if (MPI.COMM_WORLD.Rank() == 0) {
            MPI.COMM_WORLD.Barrier();
        }
        Thread.sleep(60_000);
    }

    @OnRanks(2)
    @ParameterizedTest
    @ValueSource(ints = {2, 5})
    void compareSize(int expected) {
        assertEquals(expected, size);
    }
}

package @PACKAGE@;

import static org.junit.jupiter.api.Assertions.assertEquals;

import mpi.MPI;
import org.junit.jupiter.api.Test;
import org.rmi4mpi.testing.OnRanks;

@OnRanks(3)
class MainTest {
    @Test
    void eachRankGreetsTheNext() throws Exception {
        int rank = MPI.COMM_WORLD.Rank();
        assertEquals("Hello rank " + rank + ", this is rank " + (rank + 1) % 3, Main.greetNext());
    }
}

package org.rmi4mpi.tests.hostile;

import java.util.ArrayList;
import java.util.List;
import mpi.MPI;
import org.rmi4mpi.rmi.Calls;

/**
 * Ranks 0 and 1 call each other back in turn, deeper than their number of threads allows. Then they make one call at a
 * time.
 */
final class NoThreads {
    private NoThreads() {}

    /** @param args threads that begin; how often each is called back; one-way calls beside them */
    public static void main(String[] args) throws Exception {
        MPI.Init(args);
        int depth = Integer.parseInt(args[1]);
        int rank = MPI.COMM_WORLD.Rank();
        Tally tally = new Tally();
        Target target = RankTarget.all(tally)[0];
        List<Thread> callers = new ArrayList<>();
        for (int i = 0; rank == 1 && i < Integer.parseInt(args[0]); i++) {
            callers.add(new Thread(null, () -> tally.call(() -> target.callBack(depth)), "caller-" + i, 1 << 20));
            callers.get(i).start();
        }
        for (int i = 0; rank == 1 && i < Integer.parseInt(args[2]); i++) {
            Calls.oneWay(target).ping();
        }
        for (Thread caller : callers) {
            caller.join();
        }
        MPI.COMM_WORLD.Barrier();
        for (int i = 0; i < 10; i++) {
            if (tally.call(() -> target.callBack(3)) == null) {
                throw new IllegalStateException("a call that follows fails");
            }
        }
        MPI.COMM_WORLD.Barrier();
        tally.print(rank);
        MPI.Finalize();
    }
}

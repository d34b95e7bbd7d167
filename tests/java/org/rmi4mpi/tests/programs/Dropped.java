package org.rmi4mpi.tests.programs;

import java.rmi.Remote;
import java.rmi.RemoteException;
import mpi.MPI;
import org.rmi4mpi.ref.ReferenceLayer;
import org.rmi4mpi.rmi.Naming;
import org.rmi4mpi.rmi.UnicastRemoteObject;

/** Rank 1 lets rank 0 create objects, and drops them. Measures the time that takes and the memory that remains. */
public final class Dropped {
    private static final int WARM_UP = 100_000;

    interface Maker extends Remote {
        Remote make() throws RemoteException;
    }

    static final class RankMaker extends UnicastRemoteObject implements Maker {
        private static final long serialVersionUID = 1L;

        RankMaker() throws RemoteException {}

        @Override
        public Remote make() throws RemoteException {
            return new RankMaker();
        }
    }

    private Dropped() {}

    /** @param args number of objects; number that exist at the same time */
    public static void main(String[] args) throws Exception {
        MPI.Init(args);
        int objects = Integer.parseInt(args[0]);
        int atATime = Integer.parseInt(args[1]);
        int rank = MPI.COMM_WORLD.Rank();
        Maker own = new RankMaker();
        Naming.rebind("//rank" + rank + "/maker", own);
        MPI.COMM_WORLD.Barrier();
        Maker maker = (Maker) Naming.lookup("//rank0/maker");
        run(rank, maker, WARM_UP, Math.min(atATime, WARM_UP));
        System.out.println("rank " + rank + " before: " + MemoryUse.now());
        MPI.COMM_WORLD.Barrier();
        long start = System.nanoTime();
        long made = run(rank, maker, objects, atATime);
        long gone = System.nanoTime();
        if (rank == 1) {
            System.out.printf("%,d objects, %,d at a time: made in %.2f us each, the last gone in %.2f s%n", objects,
                    atATime, (made - start) / 1e3 / objects, (gone - made) / 1e9);
        }
        System.out.println("rank " + rank + " after: " + MemoryUse.now());
        MPI.COMM_WORLD.Barrier();
        System.out.println(own == null ? "" : "rank " + rank + " has " + ReferenceLayer.current().exported());
        MPI.Finalize();
    }

    /** Returns when all had been made. */
    private static long run(int rank, Maker maker, int objects, int atATime) throws Exception {
        if (rank == 1) {
            Remote[] held = new Remote[atATime];
            for (int i = 0; i < objects; i++) {
                held[i % atATime] = maker.make();
            }
        }
        long made = System.nanoTime();
        int[] left = {1};
        while (left[0] > 0) {
            MPI.COMM_WORLD.Barrier();
            System.gc();
            Thread.sleep(100); // the collectors need the cores, too
            left[0] = ReferenceLayer.current().exported() - 1;
            MPI.COMM_WORLD.Bcast(left, 0, 1, MPI.INT, 0);
        }
        return made;
    }
}

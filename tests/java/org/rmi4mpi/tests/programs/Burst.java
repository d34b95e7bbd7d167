package org.rmi4mpi.tests.programs;

import java.rmi.Remote;
import java.rmi.RemoteException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import mpi.MPI;
import org.rmi4mpi.rmi.Naming;
import org.rmi4mpi.rmi.UnicastRemoteObject;

/**
 * Threads of the other ranks call rank 0 at once, each with a large array. All arrays together are larger than its
 * heap.
 */
public final class Burst {
    interface Scale extends Remote {
        int weigh(byte[] load, int number) throws RemoteException;
    }

    static final class RankScale extends UnicastRemoteObject implements Scale {
        private static final long serialVersionUID = 1L;

        RankScale() throws RemoteException {}

        @Override
        public int weigh(byte[] load, int number) {
            if (!Arrays.equals(load, load(load.length))) {
                throw new IllegalStateException("call " + number + " got other bytes than were sent");
            }
            return load.length + number;
        }
    }

    private Burst() {}

    /** @param args number of calls, bytes of each */
    public static void main(String[] args) throws Exception {
        MPI.Init(args);
        int calls = Integer.parseInt(args[0]);
        byte[] load = load(Integer.parseInt(args[1]));
        int rank = MPI.COMM_WORLD.Rank();
        int callers = MPI.COMM_WORLD.Size() - 1;
        if (rank == 0) {
            Naming.rebind("scale", new RankScale());
        }
        MPI.COMM_WORLD.Barrier();
        if (rank > 0) {
            burst((Scale) Naming.lookup("scale"), calls / callers, load);
            System.out.println("rank " + rank + ": " + calls / callers + " calls passed");
        }
        MPI.Finalize();
    }

    private static byte[] load(int length) {
        byte[] load = new byte[length];
        for (int i = 0; i < length; i++) {
            load[i] = (byte) (i >> 7);
        }
        return load;
    }

    private static void burst(Scale scale, int calls, byte[] load) throws Exception {
        CountDownLatch ready = new CountDownLatch(calls);
        List<FutureTask<Integer>> results = new ArrayList<>();
        for (int i = 0; i < calls; i++) {
            int number = i;
            FutureTask<Integer> call = new FutureTask<>(() -> {
                ready.countDown();
                ready.await();
                return scale.weigh(load, number);
            });
            results.add(call);
            new Thread(call, "caller-" + i).start();
        }
        for (int i = 0; i < calls; i++) {
            if (results.get(i).get() != load.length + i) {
                throw new IllegalStateException("call " + i + " got the result " + results.get(i).get());
            }
        }
    }
}

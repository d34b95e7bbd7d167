package org.rmi4mpi.tests.hostile;

import java.lang.reflect.Array;
import java.rmi.RemoteException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import mpi.MPI;
import org.rmi4mpi.rmi.Calls;
import org.rmi4mpi.rmi.Naming;
import org.rmi4mpi.rmi.UnicastRemoteObject;

/** The object of a rank that others call. It counts the calls that it serves. */
final class RankTarget extends UnicastRemoteObject implements Target {
    private static final long serialVersionUID = 1L;

    /** Ranks that have told that they are done. */
    static final AtomicInteger ATTACKERS_DONE = new AtomicInteger();

    private final transient Tally tally;

    private RankTarget(Tally tally) throws RemoteException {
        this.tally = tally;
    }

    /** Binds one on each rank, and returns the stubs of all. */
    static Target[] all(Tally tally) throws Exception {
        int rank = MPI.COMM_WORLD.Rank();
        Naming.rebind("//rank" + rank + "/target", new RankTarget(tally));
        MPI.COMM_WORLD.Barrier();
        Target[] targets = new Target[MPI.COMM_WORLD.Size()];
        for (int i = 0; i < targets.length; i++) {
            targets[i] = (Target) Naming.lookup("//rank" + i + "/target");
            targets[i].ping();
        }
        MPI.COMM_WORLD.Barrier();
        return targets;
    }

    @Override
    public void ping() {
        tally.served();
    }

    @Override
    public int add(int a, int b) {
        tally.served();
        return a + b;
    }

    @Override
    public Object echo(Object value) {
        tally.served();
        return value;
    }

    @Override
    public byte[] bytes(int length) {
        tally.served();
        return new byte[length];
    }

    @Override
    public int length(Object array) {
        tally.served();
        return array instanceof String text ? text.length() : Array.getLength(array);
    }

    @Override
    public int callBack(int depth) throws RemoteException {
        tally.served();
        try {
            return depth == 0 ? 0
                    : 1 + ((Target) Naming.lookup("//rank" + Calls.callerRank() + "/target")).callBack(depth - 1);
        } catch (java.rmi.NotBoundException | java.net.MalformedURLException e) {
            throw new RemoteException("no target", e);
        }
    }

    @Override
    public void attackerDone() {
        ATTACKERS_DONE.incrementAndGet();
    }

    @Override
    public CompletableFuture<Integer> promise(int value) {
        tally.served();
        return CompletableFuture.supplyAsync(() -> value);
    }
}

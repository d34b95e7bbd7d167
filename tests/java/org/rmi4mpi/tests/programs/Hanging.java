package org.rmi4mpi.tests.programs;

import java.rmi.NotBoundException;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.util.concurrent.CountDownLatch;
import mpi.MPI;
import mpi.Win;
import org.rmi4mpi.launch.RankVariables;
import org.rmi4mpi.rmi.Calls;
import org.rmi4mpi.rmi.Naming;
import org.rmi4mpi.rmi.Ranks;
import org.rmi4mpi.rmi.UnicastRemoteObject;

/**
 * A job that hangs, in the way that the argument names. Each is for three ranks, but for
 * {@code peer}, which is for one beside tests/python/hanging.py.
 */
public final class Hanging {
    private static final Object LOCK = new Object();
    private static volatile long turns;

    private Hanging() {}

    /** Its methods are called while they run at the caller, too. */
    public interface Partner extends Remote {
        void meet(Partner other) throws RemoteException;

        void greet() throws RemoteException;

        void spin() throws RemoteException;
    }

    private static final class PartnerObject extends UnicastRemoteObject implements Partner {
        private static final long serialVersionUID = 1L;

        PartnerObject() throws RemoteException {}

        /** Holds this object's monitor, which {@link #greet} needs at the other one. */
        @Override
        public synchronized void meet(Partner other) throws RemoteException {
            MPI.COMM_WORLD.Barrier();
            other.greet();
        }

        @Override
        public synchronized void greet() {}

        @Override
        public void spin() {
            compute();
        }
    }

    private static void compute() {
        while (turns >= 0) {
            turns++;
        }
    }

    public static void main(String[] args) throws Exception {
        String way = args[0];
        if (way.equals("init") && RankVariables.rank(System.getenv()) == 1) {
            readConfiguration();
        }
        MPI.Init(args);
        if (way.equals("peer")) {
            Partner partner = awaitPartner();
            Thread asker = new Thread(() -> awaitFuture(partner), "asker");
            asker.start();
            partner.spin();
        }
        int rank = MPI.COMM_WORLD.Rank();
        int size = MPI.COMM_WORLD.Size();
        PartnerObject own = new PartnerObject();
        Naming.rebind("//rank" + rank + "/partner", own);
        MPI.COMM_WORLD.Barrier();
        Partner next = (Partner) Naming.lookup("//rank" + (rank + 1) % size + "/partner");
        byte[] byteHere = new byte[1];
        switch (way) {
            case "calls" -> callEachOther(rank, own);
            case "messages" -> MPI.COMM_WORLD.Recv(byteHere, 0, 1, MPI.BYTE, (rank + 1) % size, 3);
            case "missing" -> {
                if (rank != 1) {
                    MPI.COMM_WORLD.Barrier();
                }
            }
            case "different" -> {
                if (rank == 0) {
                    MPI.COMM_WORLD.Allreduce(new int[1], 0, new int[1], 0, 1, MPI.INT, MPI.SUM);
                } else {
                    MPI.COMM_WORLD.Barrier();
                }
            }
            case "tag" -> {
                if (rank == 0) {
                    MPI.COMM_WORLD.Send(byteHere, 0, 1, MPI.BYTE, 1, 5);
                } else if (rank == 1) {
                    MPI.COMM_WORLD.Recv(byteHere, 0, 1, MPI.BYTE, 0, 6);
                }
            }
            case "lock" -> lockTwice(rank);
            case "loop" -> {
                if (rank == 0) {
                    next.spin();
                }
            }
            case "farm" -> {
                if (rank == 0) {
                    Ranks.executor().submit(Hanging::compute).get();
                }
            }
            case "stopped", "awaits" -> {
                if (rank == 0) {
                    System.out.println("all run");
                }
                MPI.COMM_WORLD.Recv(byteHere, 0, 1, MPI.BYTE, (rank + 1) % size, 3);
            }
            case "notify" -> {
                if (rank == 1) {
                    missTheWakeUp();
                }
            }
            case "exchange" -> {
                if (rank < 2) {
                    exchange(1 - rank);
                }
            }
            default -> {} // init
        }
        MPI.Finalize();
    }

    /** Does not hang, though both ranks wait in Recv nearly always. */
    private static void exchange(int other) {
        byte[] byteHere = new byte[1];
        while (turns >= 0) {
            MPI.COMM_WORLD.Sendrecv(byteHere, 0, 1, MPI.BYTE, other, 3, byteHere.clone(), 0, 1, MPI.BYTE, other, 3);
        }
    }

    /** That of a rank in another language. */
    private static void awaitFuture(Partner partner) {
        try {
            Calls.async(partner).greet();
            Calls.future().join();
        } catch (RemoteException e) {
            throw new AssertionError(e);
        }
    }

    private static Partner awaitPartner() throws Exception {
        while (true) {
            try {
                return (Partner) Naming.lookup("partner");
            } catch (NotBoundException e) {
                Thread.sleep(10);
            }
        }
    }

    private static void readConfiguration() throws InterruptedException {
        new CountDownLatch(1).await();
    }

    private static void callEachOther(int rank, Partner own) throws Exception {
        if (rank < 2) {
            ((PartnerObject) own).meet((Partner) Naming.lookup("//rank" + (1 - rank) + "/partner"));
        } else {
            MPI.COMM_WORLD.Barrier();
        }
    }

    private static void lockTwice(int rank) throws Exception {
        Win window = new Win(MPI.newIntBuffer(4), 4, 1, MPI.INFO_NULL, MPI.COMM_WORLD);
        if (rank == 0) {
            window.lock(MPI.LOCK_EXCLUSIVE, 1, 0);
        }
        MPI.COMM_WORLD.Barrier();
        if (rank == 2) {
            window.lock(MPI.LOCK_EXCLUSIVE, 1, 0);
        }
        MPI.COMM_WORLD.Barrier();
    }

    /** The notify comes before the wait. */
    private static void missTheWakeUp() throws InterruptedException {
        synchronized (LOCK) {
            LOCK.notifyAll();
        }
        synchronized (LOCK) {
            LOCK.wait();
        }
    }
}

package e02_plate;

import java.rmi.RemoteException;
import org.rmi4mpi.rmi.UnicastRemoteObject;

/** A rank's slab. Its methods block in wait(), whether another rank or the owner calls them. */
final class SlabObject extends UnicastRemoteObject implements Slab {
    private static final long serialVersionUID = 1L;

    private final int ranks;
    private final transient Slot above = new Slot();
    private final transient Slot below = new Slot();
    private int arrived;
    private int round;
    private double largest;
    private double agreed;
    private Result result;

    /** Holds one row between the rank that delivers it and the one that takes it. */
    private static final class Slot {
        private double[] row;

        synchronized void put(double[] delivered) throws InterruptedException {
            while (row != null) {
                wait();
            }
            row = delivered;
            notifyAll();
        }

        synchronized double[] take() throws InterruptedException {
            while (row == null) {
                wait();
            }
            double[] taken = row;
            row = null;
            notifyAll();
            return taken;
        }
    }

    SlabObject(int ranks) throws RemoteException {
        this.ranks = ranks;
    }

    @Override
    public void deliverAbove(double[] row) throws InterruptedException {
        above.put(row);
    }

    @Override
    public void deliverBelow(double[] row) throws InterruptedException {
        below.put(row);
    }

    double[] takeAbove() throws InterruptedException {
        return above.take();
    }

    double[] takeBelow() throws InterruptedException {
        return below.take();
    }

    @Override
    public synchronized double maximum(double change) throws InterruptedException {
        largest = Math.max(largest, change);
        if (++arrived == ranks) {
            agreed = largest;
            largest = 0;
            arrived = 0;
            round++;
            notifyAll();
            return agreed;
        }
        for (int mine = round; round == mine;) {
            wait();
        }
        return agreed;
    }

    synchronized void finish(Result result) {
        this.result = result;
        notifyAll();
    }

    @Override
    public synchronized Result result() throws InterruptedException {
        while (result == null) {
            wait();
        }
        return result;
    }
}

package org.rmi4mpi.bench.sor;

import java.rmi.RemoteException;
import java.rmi.server.UnicastRemoteObject;

/** Its methods park in wait() if there is no room, or if a rank is missing. */
final class StripObject extends UnicastRemoteObject implements Strip {
    private static final long serialVersionUID = 1L;

    private final int ranks;
    private final transient Border above = new Border();
    private final transient Border below = new Border();
    private int arrived;
    private int round;
    private double largest;
    private double agreed;

    /** Holds one row between the rank that delivers it and the one that takes it. */
    private static final class Border {
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

    StripObject(int ranks) throws RemoteException {
        this.ranks = ranks;
    }

    @Override
    public void deliver(boolean isAbove, double[] row) throws InterruptedException {
        (isAbove ? above : below).put(row);
    }

    double[] take(boolean isAbove) throws InterruptedException {
        return (isAbove ? above : below).take();
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
}

package e16_sor;

/** Its methods wait where there is no room yet, or where a process is missing. Called by any thread. */
public final class NeighbourObject implements Neighbour {
    private final int processes;
    private final Slab slab;
    private final Border above = new Border();
    private final Border below = new Border();
    private int arrived;
    private int round;
    private double largest;
    private double agreed;

    /** Holds one row between the process that delivers it and the one that takes it. */
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

    public NeighbourObject(int processes, Slab slab) {
        this.processes = processes;
        this.slab = slab;
    }

    @Override
    public void deliver(boolean isAbove, double[] row) throws InterruptedException {
        (isAbove ? above : below).put(row);
    }

    public double[] take(boolean isAbove) throws InterruptedException {
        return (isAbove ? above : below).take();
    }

    @Override
    public synchronized double maximum(double change) throws InterruptedException {
        largest = Math.max(largest, change);
        int mine = round;
        if (++arrived == processes) {
            agreed = largest;
            largest = 0;
            arrived = 0;
            round++;
            notifyAll();
        }
        while (mine == round) {
            wait();
        }
        return agreed;
    }

    @Override
    public double[] sums() {
        return slab.sums();
    }
}

package e20_mandelbrot;

import java.rmi.RemoteException;
import java.util.concurrent.atomic.AtomicInteger;
import mpi.MPI;
import org.rmi4mpi.rmi.Ranks;
import org.rmi4mpi.rmi.UnicastRemoteObject;

/** Each rank asks the desk at rank 0 for the next strip as soon as it has computed one. */
final class ByObjects implements Way {
    private static final class StripDesk extends UnicastRemoteObject implements Desk {
        private final int[][] strips;
        private final AtomicInteger next = new AtomicInteger();

        StripDesk(int strips) throws RemoteException {
            this.strips = new int[strips][];
        }

        @Override
        public int next() {
            int strip = next.getAndIncrement();
            return strip < strips.length ? strip : -1;
        }

        @Override
        public void deliver(int strip, int[] points) {
            strips[strip] = points;
        }
    }

    @Override
    public String name() {
        return "remote objects";
    }

    @Override
    public int ranks() {
        return MPI.COMM_WORLD.Size();
    }

    @Override
    public int[][] strips(Fractal fractal) throws RemoteException {
        StripDesk own = MPI.COMM_WORLD.Rank() == 0 ? new StripDesk(fractal.strips()) : null;
        Object[] shared = {own};
        MPI.COMM_WORLD.Bcast(shared, 0, 1, MPI.OBJECT, 0); // the object arrives as its stub
        Desk desk = (Desk) shared[0];
        for (int strip = desk.next(); strip >= 0; strip = desk.next()) {
            desk.deliver(strip, fractal.strip(strip));
            if (own != null) {
                Ranks.progress(strip + 1, fractal.strips()); // of all ranks
            }
        }
        MPI.COMM_WORLD.Barrier(); // all have delivered
        return own == null ? null : own.strips;
    }
}

package e22_steering;

import java.rmi.RemoteException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.rmi4mpi.rmi.UnicastRemoteObject;

/** What rank 0 is told from outside, until it begins its next iteration. Synchronized. */
class Wheel extends UnicastRemoteObject implements Steered {
    private static final long serialVersionUID = 1L;

    private State state = new State(0, 1, 0, false);
    private boolean isPaused;
    private boolean isStopped;
    private double omega = 1;
    private final transient List<CompletableFuture<byte[]>> wanted = new ArrayList<>();

    /** What all ranks do in the next iteration. */
    record Order(double omega, boolean stops, List<CompletableFuture<byte[]>> pictures) {}

    Wheel() throws RemoteException {}

    /** Waits while the job is paused and nobody wants a picture. */
    synchronized Order next() throws InterruptedException {
        while (isPaused && !isStopped && wanted.isEmpty()) {
            wait();
        }
        Order order = new Order(isPaused ? 0 : omega, isStopped, List.copyOf(wanted));
        wanted.clear();
        return order;
    }

    synchronized void done(double change) {
        state = new State(state.iterations() + 1, omega, change, isPaused);
    }

    @Override
    public synchronized State state() {
        return new State(state.iterations(), omega, state.change(), isPaused);
    }

    @Override
    public synchronized void setOmega(double next) {
        if (!(next > 0 && next < 2)) {
            throw new IllegalArgumentException(
                    "omega " + next + " is not between 0 and 2: the iteration would not converge");
        }
        omega = next;
    }

    @Override
    public synchronized void pause() {
        isPaused = true;
    }

    @Override
    public synchronized void resume() {
        isPaused = false;
        notifyAll();
    }

    @Override
    public synchronized CompletableFuture<byte[]> picture() {
        CompletableFuture<byte[]> later = new CompletableFuture<>();
        wanted.add(later);
        notifyAll();
        return later;
    }

    @Override
    public synchronized void stop() {
        isStopped = true;
        notifyAll();
    }
}

package e16_sor;

/**
 * Relaxes a slab, however its border rows travel. Owned by one thread.
 *
 * @param <E> the exceptions of what carries them
 */
public abstract class Relaxation<E extends Throwable> {
    private final Slab slab;

    protected Relaxation(Slab slab) {
        this.slab = slab;
    }

    public final Slab slab() {
        return slab;
    }

    /** Exchanges the border rows with the neighbours. */
    protected abstract void exchange() throws E;

    /** Returns the largest change of all slabs, when each has contributed its own. */
    protected abstract double maximum(double change) throws E;

    /** Called when a colour has been relaxed, and when an iteration has ended. */
    protected void relaxed() {}

    protected void ended() {}

    /** Returns the largest change of the last iteration. */
    public final double run(int iterations) throws E {
        double largest = 0;
        for (int i = 0; i < iterations; i++) {
            exchange();
            double red = slab.relax(Slab.RED);
            relaxed();
            exchange();
            double black = slab.relax(Slab.BLACK);
            relaxed();
            largest = maximum(Math.max(red, black));
            ended();
        }
        return largest;
    }
}

package e20_mandelbrot;

/** A way to compute a picture. Every rank of the job calls it. */
interface Way {
    String name();

    /** Number of ranks that compute. */
    int ranks();

    /** Computes all strips. Returns them at rank 0, and null at the others. */
    int[][] strips(Fractal fractal) throws Exception;
}

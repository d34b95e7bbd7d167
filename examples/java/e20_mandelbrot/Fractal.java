package e20_mandelbrot;

import java.io.Serializable;

/**
 * A picture of the Mandelbrot set, which is computed by strips of rows. Some rows take many times as long as others.
 *
 * @param limit of iterations for each point
 */
record Fractal(int width, int height, int limit) implements Serializable {
    private static final int STRIP = 16;
    private static final double LEFT = -2.2;
    private static final double WIDTH = 3.2;

    int strips() {
        return (height + STRIP - 1) / STRIP;
    }

    /** Returns the iterations of the strip's points, row after row. */
    int[] strip(int number) {
        int first = number * STRIP;
        int[] points = new int[(Math.min(height, first + STRIP) - first) * width];
        double step = WIDTH / width;
        for (int i = 0; i < points.length; i++) {
            points[i] = iterations(LEFT + i % width * step, (first + i / width - height / 2.0) * step);
        }
        return points;
    }

    private int iterations(double x, double y) {
        double a = 0;
        double b = 0;
        int count = 0;
        while (count < limit && a * a + b * b <= 4) {
            double next = a * a - b * b + x;
            b = 2 * a * b + y;
            a = next;
            count++;
        }
        return count;
    }
}

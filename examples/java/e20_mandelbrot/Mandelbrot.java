package e20_mandelbrot;

import java.awt.Color;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import javax.imageio.ImageIO;
import jpvm.jpvmEnvironment;
import jpvm.jpvmException;
import mpi.MPI;
import processes.RankTasks;

/**
 * A picture of the Mandelbrot set, computed in four ways in one job: its strips of rows are coarse pieces of work, which
 * need nothing of each other. Arguments: the file of the picture; its width, 1200 by default.
 */
final class Mandelbrot {
    private static final Fractal WARM_UP = new Fractal(200, 160, 1000);
    private static final int LIMIT = 4000;

    private Mandelbrot() {}

    public static void main(String[] args) throws Exception, jpvmException {
        jpvmEnvironment jpvm = new jpvmEnvironment();
        RankTasks.start(jpvm, Mandelbrot.class, args);
        int width = args.length > 1 ? Integer.parseInt(args[1]) : 1200;
        compare(List.of(new Sequential(), new ByMessages(), new ByObjects(), new ByTasks(jpvm)),
                new Fractal(width, width * 3 / 4, LIMIT), Path.of(args.length > 0 ? args[0] : "mandelbrot.png"));
        jpvm.pvm_exit();
    }

    private static void compare(List<Way> ways, Fractal fractal, Path picture) throws Exception {
        boolean isFirst = MPI.COMM_WORLD.Rank() == 0;
        if (isFirst) {
            System.out.printf(Locale.ROOT, "the Mandelbrot set: %d x %d points, %d strips of rows, %d ranks%n",
                    fractal.width(), fractal.height(), fractal.strips(), MPI.COMM_WORLD.Size());
            System.out.printf("%-16s %5s %9s %8s%n", "variant", "ranks", "seconds", "speed-up");
        }
        int[][] expected = null;
        double sequential = 0;
        for (Way way : ways) {
            way.strips(WARM_UP); // for the JVM's compiler
            MPI.COMM_WORLD.Barrier();
            long start = System.nanoTime();
            int[][] strips = way.strips(fractal);
            double seconds = (System.nanoTime() - start) / 1e9;
            if (isFirst) {
                expected = expected == null ? strips : expected;
                sequential = sequential == 0 ? seconds : sequential;
                System.out.printf(Locale.ROOT, "%-16s %5d %9.3f %8.2f%n", way.name(), way.ranks(), seconds,
                        sequential / seconds);
                if (!Arrays.deepEquals(strips, expected)) {
                    throw new IllegalStateException(way.name() + " differs from " + ways.get(0).name());
                }
            }
        }
        if (isFirst) {
            System.out.println("the four pictures are equal");
            draw(fractal, expected, picture);
            System.out.println("picture: " + picture);
        }
    }

    private static void draw(Fractal fractal, int[][] strips, Path picture) throws IOException {
        System.setProperty("java.awt.headless", "true");
        BufferedImage image = new BufferedImage(fractal.width(), fractal.height(), BufferedImage.TYPE_INT_RGB);
        int[] points = Arrays.stream(strips).flatMapToInt(Arrays::stream).toArray();
        for (int i = 0; i < points.length; i++) {
            float shade = (float) (Math.log1p(points[i]) / Math.log1p(fractal.limit()));
            int colour =
                    points[i] == fractal.limit() ? 0 : Color.HSBtoRGB(0.62f - 0.5f * shade, 0.8f, 0.2f + 0.8f * shade);
            image.setRGB(i % fractal.width(), i / fractal.width(), colour);
        }
        Files.createDirectories(picture.toAbsolutePath().getParent());
        ImageIO.write(image, "png", picture.toFile());
    }
}

package e02_plate;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.geom.Rectangle2D;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jfree.chart.ChartUtils;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.annotations.XYDataImageAnnotation;
import org.jfree.chart.annotations.XYShapeAnnotation;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.renderer.LookupPaintScale;
import org.jfree.chart.title.PaintScaleLegend;
import org.jfree.chart.title.TextTitle;
import org.jfree.chart.ui.RectangleEdge;
import org.jfree.chart.ui.RectangleInsets;
import org.jfree.chart.ui.VerticalAlignment;

/** Draws the plate's temperatures with isotherms, fixed rectangles and a scale. Stateless. */
final class HeatMap {
    private static final int LONGER_SIDE_PIXELS = 900;
    private static final int SHADES = 256;
    private static final int ISOTHERMS = 10;
    /** From cold to hot, with rising brightness, so that the picture also works in grey. */
    private static final Color[] STOPS = {
        new Color(0x00, 0x00, 0x1c), new Color(0x2c, 0x0a, 0x60), new Color(0x72, 0x1a, 0x6e),
        new Color(0xb8, 0x30, 0x5a), new Color(0xeb, 0x5a, 0x2c), new Color(0xfc, 0xa2, 0x12),
        new Color(0xfc, 0xf6, 0xa4)
    };

    private HeatMap() {}

    /** @param inner the rows between the first and the last */
    static void write(Problem problem, double[][] inner, String subtitle, Path file) throws IOException {
        System.setProperty("java.awt.headless", "true");
        double[][] rows = withEdges(problem, inner);
        double coldest = Double.MAX_VALUE;
        double hottest = -Double.MAX_VALUE;
        for (double[] row : rows) {
            for (double t : row) {
                coldest = Math.min(coldest, t);
                hottest = Math.max(hottest, t);
            }
        }
        if (hottest == coldest) {
            hottest = coldest + 1;
        }
        JFreeChart chart = chart(problem, image(rows, coldest, hottest), coldest, hottest, subtitle);
        double scale = (double) LONGER_SIDE_PIXELS / Math.max(problem.rows(), problem.columns());
        int width = Math.max(400, (int) (problem.columns() * scale)) + 190;
        int height = Math.max(300, (int) (problem.rows() * scale)) + 130;
        if (file.toAbsolutePath().getParent() != null) {
            Files.createDirectories(file.toAbsolutePath().getParent());
        }
        ChartUtils.saveChartAsPNG(file.toFile(), chart, width, height);
    }

    private static double[][] withEdges(Problem problem, double[][] inner) {
        double[][] rows = new double[problem.rows()][];
        rows[0] = problem.initialRow(0);
        System.arraycopy(inner, 0, rows, 1, inner.length);
        rows[problem.rows() - 1] = problem.initialRow(problem.rows() - 1);
        return rows;
    }

    /** Draws the temperatures, interpolated between the centres of the cells. */
    private static BufferedImage image(double[][] rows, double coldest, double hottest) {
        double cellsPerPixel = (double) Math.max(rows.length, rows[0].length) / LONGER_SIDE_PIXELS;
        int width = (int) Math.max(1, rows[0].length / cellsPerPixel);
        int height = (int) Math.max(1, rows.length / cellsPerPixel);
        double step = (hottest - coldest) / ISOTHERMS;
        BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
        double[] above = new double[width];
        for (int y = 0; y < height; y++) {
            double left = Double.NaN;
            for (int x = 0; x < width; x++) {
                double t = between(rows, y * cellsPerPixel, x * cellsPerPixel);
                Color color = shade((t - coldest) / (hottest - coldest));
                boolean isotherm = x > 0 && band(t, coldest, step) != band(left, coldest, step)
                        || y > 0 && band(t, coldest, step) != band(above[x], coldest, step);
                image.setRGB(x, y, (isotherm ? faint(color) : color).getRGB());
                above[x] = t;
                left = t;
            }
        }
        return image;
    }

    private static double between(double[][] rows, double i, double j) {
        int i0 = Math.min((int) i, rows.length - 1);
        int j0 = Math.min((int) j, rows[0].length - 1);
        int i1 = Math.min(i0 + 1, rows.length - 1);
        int j1 = Math.min(j0 + 1, rows[0].length - 1);
        double upper = rows[i0][j0] + (j - j0) * (rows[i0][j1] - rows[i0][j0]);
        double lower = rows[i1][j0] + (j - j0) * (rows[i1][j1] - rows[i1][j0]);
        return upper + (i - i0) * (lower - upper);
    }

    /** The number of the band between isotherms that contains a temperature. */
    private static double band(double t, double coldest, double step) {
        return Math.floor((t - coldest) / step);
    }

    private static Color faint(Color c) {
        return new Color((c.getRed() * 2 + 255) / 3, (c.getGreen() * 2 + 255) / 3, (c.getBlue() * 2 + 255) / 3);
    }

    private static Color shade(double heat) {
        double at = Math.max(0, Math.min(1, heat)) * (STOPS.length - 1);
        int below = Math.min((int) at, STOPS.length - 2);
        double part = at - below;
        Color a = STOPS[below];
        Color b = STOPS[below + 1];
        return new Color(mix(a.getRed(), b.getRed(), part), mix(a.getGreen(), b.getGreen(), part),
                mix(a.getBlue(), b.getBlue(), part));
    }

    private static int mix(int a, int b, double part) {
        return (int) Math.round(a + (b - a) * part);
    }

    private static JFreeChart chart(
            Problem problem, BufferedImage image, double coldest, double hottest, String subtitle) {
        NumberAxis x = new NumberAxis("column");
        x.setRange(0, problem.columns());
        NumberAxis y = new NumberAxis("row");
        y.setRange(0, problem.rows());
        y.setInverted(true);
        XYPlot plot = new XYPlot(null, x, y, null);
        plot.addAnnotation(new XYDataImageAnnotation(image, 0, 0, problem.columns(), problem.rows()));
        for (Problem.Rectangle r : problem.rectangles()) {
            plot.addAnnotation(new XYShapeAnnotation(
                    new Rectangle2D.Double(r.column(), r.row(), r.width(), r.height()), new BasicStroke(1.2f),
                    new Color(255, 255, 255, 190)));
        }
        JFreeChart chart = new JFreeChart("Temperature of the plate", new Font("SansSerif", Font.BOLD, 20), plot,
                false);
        chart.addSubtitle(new TextTitle(subtitle, new Font("SansSerif", Font.PLAIN, 13)));
        chart.addSubtitle(legend(coldest, hottest));
        chart.setBackgroundPaint(Color.WHITE);
        chart.setPadding(new RectangleInsets(12, 12, 12, 12));
        return chart;
    }

    private static PaintScaleLegend legend(double coldest, double hottest) {
        LookupPaintScale scale = new LookupPaintScale(coldest, hottest, Color.BLACK);
        for (int i = 0; i < SHADES; i++) {
            double heat = (double) i / (SHADES - 1);
            scale.add(coldest + heat * (hottest - coldest), shade(heat));
        }
        NumberAxis axis = new NumberAxis("temperature");
        axis.setRange(coldest, hottest);
        PaintScaleLegend legend = new PaintScaleLegend(scale, axis);
        legend.setSubdivisionCount(SHADES);
        legend.setPosition(RectangleEdge.RIGHT);
        legend.setVerticalAlignment(VerticalAlignment.CENTER);
        legend.setStripWidth(22);
        legend.setMargin(new RectangleInsets(10, 16, 50, 6));
        return legend;
    }
}

package org.rmi4mpi.bench.report;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.geom.Ellipse2D;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.jfree.chart.annotations.XYLineAnnotation;
import org.jfree.chart.annotations.XYShapeAnnotation;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.axis.SymbolAxis;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.renderer.xy.XYLineAndShapeRenderer;
import org.jfree.data.xy.XYSeries;
import org.jfree.data.xy.XYSeriesCollection;
import org.rmi4mpi.bench.rows.Spread;

/**
 * Figure 3 of the KaRMI paper: the percentage of time that systems save, one dot for each benchmark. A box has the
 * middle half of them, whiskers reach from the quantile 0.1 to 0.9, and a thick dot is the median. Stateless.
 */
final class SavingChart {
    private static final double BOX = 0.28;
    private static final int ROW_HEIGHT = 84;
    private static final int FRAME_HEIGHT = 70;
    /** Vertical places of dots that would cover each other. */
    private static final int LANES = 7;
    private static final double LEAST_PERCENT = -50;

    private SavingChart() {}

    /** @param savings percentages by system; the first one is drawn at the top */
    static String draw(Map<String, List<Double>> savings) throws IOException {
        XYSeriesCollection data = new XYSeriesCollection();
        XYLineAndShapeRenderer renderer = new XYLineAndShapeRenderer(false, true);
        List<String> names = new java.util.ArrayList<>(savings.keySet());
        java.util.Collections.reverse(names);
        double least = 0;
        for (int row = 0; row < names.size(); row++) {
            XYSeries dots = new XYSeries(names.get(row));
            List<Double> values = savings.get(names.get(row));
            for (int i = 0; i < values.size(); i++) {
                double value = Math.max(LEAST_PERCENT, values.get(i));
                least = Math.min(least, value);
                dots.add(value, row + BOX * 1.5 * ((i % LANES) / (LANES - 1.0) - 0.5));
            }
            data.addSeries(dots);
            renderer.setSeriesPaint(row, Chart.colour(names.size() - 1 - row));
            renderer.setSeriesShape(row, new Ellipse2D.Double(-3, -3, 6, 6));
            renderer.setSeriesShapesFilled(row, false);
        }
        SymbolAxis systems = new SymbolAxis("", names.toArray(String[]::new));
        systems.setGridBandsVisible(false);
        NumberAxis percent = new NumberAxis("percent of JDK RMI's time that is saved");
        percent.setRange(least < 0 ? least - 3 : -3, 103);
        XYPlot plot = new XYPlot(data, percent, systems, renderer);
        for (int row = 0; row < names.size(); row++) {
            addBox(plot, row, savings.get(names.get(row)));
        }
        return Chart.svg(plot, FRAME_HEIGHT + ROW_HEIGHT * names.size(), false);
    }

    private static void addBox(XYPlot plot, int row, List<Double> values) {
        double[] quantiles = java.util.stream.DoubleStream.of(0.1, 0.25, 0.5, 0.75, 0.9)
                .map(part -> Math.max(LEAST_PERCENT,
                        Spread.quantile(values.stream().mapToDouble(Double::doubleValue), part)))
                .toArray();
        double low = row - BOX;
        double high = row + BOX;
        line(plot, quantiles[1], low, quantiles[3], low);
        line(plot, quantiles[1], high, quantiles[3], high);
        line(plot, quantiles[1], low, quantiles[1], high);
        line(plot, quantiles[3], low, quantiles[3], high);
        line(plot, quantiles[0], row, quantiles[1], row);
        line(plot, quantiles[3], row, quantiles[4], row);
        line(plot, quantiles[0], row - BOX / 2, quantiles[0], row + BOX / 2);
        line(plot, quantiles[4], row - BOX / 2, quantiles[4], row + BOX / 2);
        plot.addAnnotation(new XYShapeAnnotation(new Ellipse2D.Double(quantiles[2] - 0.7, row - 0.08, 1.4, 0.16),
                new BasicStroke(1), Chart.INK, Chart.INK));
    }

    private static void line(XYPlot plot, double x1, double y1, double x2, double y2) {
        Color ink = Chart.INK;
        plot.addAnnotation(new XYLineAnnotation(x1, y1, x2, y2, new BasicStroke(1.5f), ink));
    }
}

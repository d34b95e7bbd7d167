package org.rmi4mpi.bench.report;

import java.awt.BasicStroke;
import java.awt.geom.Ellipse2D;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import org.jfree.chart.axis.LogAxis;
import org.jfree.chart.axis.SymbolAxis;
import org.jfree.chart.plot.ValueMarker;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.renderer.xy.XYLineAndShapeRenderer;
import org.jfree.data.xy.XYSeries;
import org.jfree.data.xy.XYSeriesCollection;
import org.rmi4mpi.bench.kind.KindJobs;
import org.rmi4mpi.bench.rows.Results;

/** The times of each kind of object over those of JDK RMI: a line for each kind, a dot for each figure. Stateless. */
final class KindChart {
    private static final int ROW_HEIGHT = 24;
    private static final int FRAME_HEIGHT = 110;
    /** How far the dots of a line are apart, from the first to the last number of objects. */
    private static final double SPREAD = 0.6;

    private KindChart() {}

    static String draw(Results results) throws IOException {
        List<String> kinds = new ArrayList<>(KindJobs.KINDS);
        Collections.reverse(kinds); // the first one is drawn at the top
        XYSeriesCollection data = new XYSeriesCollection();
        XYLineAndShapeRenderer renderer = new XYLineAndShapeRenderer(false, true);
        for (int i = 0; i < KindJobs.COUNTS.size(); i++) {
            int count = KindJobs.COUNTS.get(i);
            double place = SPREAD * (0.5 - i / (KindJobs.COUNTS.size() - 1.0));
            XYSeries series = new XYSeries(String.format(Locale.ROOT, "%,d", count));
            for (int line = 0; line < kinds.size(); line++) {
                for (KindTable.Column column : KindTable.columns(count)) {
                    double ratio = column.ratio(results, kinds.get(line));
                    if (!Double.isNaN(ratio)) {
                        series.add(ratio, line + place);
                    }
                }
            }
            if (!series.isEmpty()) {
                renderer.setSeriesPaint(data.getSeriesCount(), Chart.colour(i));
                renderer.setSeriesShape(data.getSeriesCount(), new Ellipse2D.Double(-2.5, -2.5, 5, 5));
                data.addSeries(series);
            }
        }
        return data.getSeriesCount() == 0 ? "" : drawn(data, renderer, kinds);
    }

    private static String drawn(XYSeriesCollection data, XYLineAndShapeRenderer renderer, List<String> kinds)
            throws IOException {
        SymbolAxis lines = new SymbolAxis("", kinds.toArray(String[]::new));
        lines.setGridBandsVisible(false);
        LogAxis ratios = new LogAxis("time over that of JDK RMI");
        ratios.setBase(2);
        ratios.setNumberFormatOverride(new java.text.DecimalFormat("0.###",
                java.text.DecimalFormatSymbols.getInstance(Locale.ROOT)));
        XYPlot plot = new XYPlot(data, ratios, lines, renderer);
        plot.addDomainMarker(new ValueMarker(1, Chart.INK, new BasicStroke(1.5f)));
        return Chart.svg(plot, FRAME_HEIGHT + ROW_HEIGHT * kinds.size(), true);
    }
}

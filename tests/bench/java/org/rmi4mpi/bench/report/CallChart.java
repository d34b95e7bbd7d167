package org.rmi4mpi.bench.report;

import java.awt.BasicStroke;
import java.awt.geom.Ellipse2D;
import java.io.IOException;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jfree.chart.axis.LogAxis;
import org.jfree.chart.axis.SymbolAxis;
import org.jfree.chart.plot.ValueMarker;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.renderer.xy.XYLineAndShapeRenderer;
import org.jfree.data.xy.XYSeries;
import org.jfree.data.xy.XYSeriesCollection;
import org.rmi4mpi.bench.mpi.CallTables;
import org.rmi4mpi.bench.mpi.MpiResults;

/** The times of single calls of package mpi over those of C: a line for each call, a dot for each spelling and age. Stateless. */
final class CallChart {
    private static final int ROW_HEIGHT = 24;
    private static final int FRAME_HEIGHT = 110;

    private CallChart() {}

    /** Returns a chart for each number of ranks, with that number. */
    static List<Map<String, Object>> draw(MpiResults results) throws IOException {
        List<CallTables.Table> tables = CallTables.of(results, results.variantsOfNewestJdk(), true);
        List<Map<String, Object>> charts = new ArrayList<>();
        for (int ranks : tables.stream().map(CallTables.Table::ranks).distinct().toList()) {
            charts.add(Map.of("ranks", ranks,
                    "svg", drawn(tables.stream().filter(table -> table.ranks() == ranks).toList())));
        }
        return charts;
    }

    /** @param tables young and warm, of the same calls */
    private static String drawn(List<CallTables.Table> tables) throws IOException {
        List<String> calls = new ArrayList<>(
                tables.stream().flatMap(table -> table.lines().stream()).map(CallTables.Line::call).distinct()
                        .toList());
        Collections.reverse(calls); // the first one is drawn at the top
        XYSeriesCollection data = new XYSeriesCollection();
        XYLineAndShapeRenderer renderer = new XYLineAndShapeRenderer(false, true);
        for (CallTables.Table table : tables) {
            for (int i = 0; i < table.variants().size(); i++) {
                XYSeries series = new XYSeries(table.variants().get(i) + ", " + table.phase());
                for (CallTables.Line line : table.lines()) {
                    double ratio = line.cells().get(i).ratio();
                    if (!Double.isNaN(ratio)) {
                        series.add(ratio, calls.indexOf(line.call()));
                    }
                }
                if (!series.isEmpty()) {
                    renderer.setSeriesPaint(data.getSeriesCount(), Chart.colour(data.getSeriesCount()));
                    renderer.setSeriesShape(data.getSeriesCount(), new Ellipse2D.Double(-2.5, -2.5, 5, 5));
                    data.addSeries(series);
                }
            }
        }
        SymbolAxis lines = new SymbolAxis("", calls.toArray(String[]::new));
        lines.setGridBandsVisible(false);
        LogAxis ratios = new LogAxis("time over that of C");
        ratios.setBase(2);
        ratios.setNumberFormatOverride(new DecimalFormat("0.###", DecimalFormatSymbols.getInstance(Locale.ROOT)));
        XYPlot plot = new XYPlot(data, ratios, lines, renderer);
        plot.addDomainMarker(new ValueMarker(1, Chart.INK, new BasicStroke(1.5f)));
        return Chart.svg(plot, FRAME_HEIGHT + ROW_HEIGHT * calls.size(), true);
    }
}

package org.rmi4mpi.bench.report;

import java.io.IOException;
import java.util.List;
import org.jfree.chart.axis.CategoryAxis;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.plot.CategoryPlot;
import org.jfree.chart.plot.PlotOrientation;
import org.jfree.chart.renderer.category.BarRenderer;
import org.jfree.chart.renderer.category.StandardBarPainter;
import org.jfree.data.category.DefaultCategoryDataset;
import org.rmi4mpi.bench.rows.Results;
import org.rmi4mpi.bench.rows.ResultsFile;
import org.rmi4mpi.bench.rows.Section;
import org.rmi4mpi.bench.rows.Software;

/** The speed-up of applications on two processes, by system. Stateless. */
final class SpeedupChart {
    private static final List<Software> SYSTEMS =
            List.of(Software.OURS, Software.JDK, Software.MESSAGES, Software.TASKS);
    private static final int FRAME_HEIGHT = 100;
    private static final int ROW_HEIGHT = 62;

    private SpeedupChart() {}

    static String draw(ResultsFile.Content content) throws IOException {
        Results results = content.results();
        DefaultCategoryDataset data = new DefaultCategoryDataset();
        List<String> rows = content.rows(Section.APPLICATIONS);
        for (String row : rows) {
            for (Software system : SYSTEMS) {
                double speedup = results.median(row, Software.SEQUENTIAL) / results.median(row, system);
                data.addValue(Double.isNaN(speedup) ? null : (Double) speedup, system.text(), row);
            }
        }
        if (rows.isEmpty()) {
            return "";
        }
        BarRenderer renderer = new BarRenderer();
        renderer.setBarPainter(new StandardBarPainter());
        renderer.setShadowVisible(false);
        renderer.setItemMargin(0.05);
        for (int i = 0; i < SYSTEMS.size(); i++) {
            renderer.setSeriesPaint(i, Chart.colour(i));
        }
        NumberAxis axis = new NumberAxis("times as fast as the sequential program");
        CategoryPlot plot = new CategoryPlot(data, new CategoryAxis(), axis, renderer);
        plot.setOrientation(PlotOrientation.HORIZONTAL);
        return Chart.svg(plot, FRAME_HEIGHT + ROW_HEIGHT * rows.size());
    }
}

package org.rmi4mpi.bench.report;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Rectangle2D;
import java.io.IOException;
import java.io.StringWriter;
import java.text.NumberFormat;
import java.util.List;
import java.util.Locale;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.apache.batik.svggen.SVGGeneratorContext;
import org.apache.batik.svggen.SVGGraphics2D;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.LegendItemSource;
import org.jfree.chart.axis.Axis;
import org.jfree.chart.axis.LogAxis;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.axis.NumberTickUnit;
import org.jfree.chart.axis.ValueAxis;
import org.jfree.chart.plot.CategoryPlot;
import org.jfree.chart.plot.Plot;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.renderer.xy.XYLineAndShapeRenderer;
import org.jfree.chart.title.LegendTitle;
import org.jfree.chart.ui.RectangleEdge;
import org.jfree.data.xy.XYSeries;
import org.jfree.data.xy.XYSeriesCollection;
import org.w3c.dom.Document;

/**
 * A diagram as SVG. It is drawn in a few marked colours, which the page's style sheet sets, for light and dark.
 * Stateless.
 */
final class Chart {
    /** Colours are marks, which {@link #svg} replaces by names of the style sheet. */
    static final Color INK = new Color(1, 1, 1);
    static final Color GRID = new Color(1, 1, 2);
    private static final List<Color> SERIES = List.of(new Color(1, 2, 1), new Color(1, 2, 2), new Color(1, 2, 3),
            new Color(1, 2, 4), new Color(1, 2, 5));
    static final int WIDTH = 760;
    private static final Font FONT = new Font("sans-serif", Font.PLAIN, 13);
    private static final float LINE = 2f;

    private Chart() {}

    static Color colour(int series) {
        return SERIES.get(series % SERIES.size());
    }

    /** One line of a diagram. */
    record Line(String name, List<double[]> points) {}

    /** Returns lines over a logarithmic axis. */
    static String lines(String xTitle, String yTitle, boolean isLogarithmic, List<Line> lines) throws IOException {
        XYSeriesCollection data = new XYSeriesCollection();
        XYLineAndShapeRenderer renderer = new XYLineAndShapeRenderer(true, true);
        for (Line line : lines) {
            XYSeries series = new XYSeries(line.name());
            line.points().forEach(point -> series.add(point[0], point[1]));
            int index = data.getSeriesCount();
            data.addSeries(series);
            renderer.setSeriesPaint(index, colour(index));
            renderer.setSeriesStroke(index, new BasicStroke(LINE));
            renderer.setSeriesShape(index, index % 2 == 0 ? new Ellipse2D.Double(-3, -3, 6, 6)
                    : new Rectangle2D.Double(-3, -3, 6, 6));
        }
        ValueAxis y = isLogarithmic ? logarithmic(yTitle) : new NumberAxis(yTitle);
        return svg(new XYPlot(data, logarithmic(xTitle), y, renderer), 380, lines.size() > 1);
    }

    static LogAxis logarithmic(String title) {
        LogAxis axis = new LogAxis(title);
        axis.setTickUnit(new NumberTickUnit(1, NumberFormat.getInstance(Locale.ENGLISH)));
        axis.setMinorTickMarksVisible(false);
        axis.setNumberFormatOverride(shortNumbers());
        return axis;
    }

    /** Writes thousands as k, and millions as M. */
    private static NumberFormat shortNumbers() {
        return new java.text.DecimalFormat("0.###", java.text.DecimalFormatSymbols.getInstance(Locale.ROOT)) {
            private static final long serialVersionUID = 1L;

            @Override
            public StringBuffer format(double number, StringBuffer to, java.text.FieldPosition position) {
                double[] scales = {1e9, 1e6, 1e3};
                String[] letters = {"G", "M", "k"};
                for (int i = 0; i < scales.length; i++) {
                    if (number >= scales[i] * 0.999) {
                        return super.format(number / scales[i], to, position).append(' ').append(letters[i]);
                    }
                }
                return super.format(number, to, position);
            }
        };
    }

    static String svg(XYPlot plot, int height, boolean hasLegend) throws IOException {
        plot.setDomainGridlinePaint(GRID);
        plot.setRangeGridlinePaint(GRID);
        plot.setDomainGridlineStroke(new BasicStroke(1));
        plot.setRangeGridlineStroke(new BasicStroke(1));
        style(plot.getDomainAxis());
        style(plot.getRangeAxis());
        return svg((Plot) plot, height, hasLegend);
    }

    static String svg(CategoryPlot plot, int height) throws IOException {
        plot.setRangeGridlinePaint(GRID);
        plot.setRangeGridlineStroke(new BasicStroke(1));
        style(plot.getDomainAxis());
        style(plot.getRangeAxis());
        return svg(plot, height, true);
    }

    private static void style(Axis axis) {
        axis.setLabelFont(FONT);
        axis.setTickLabelFont(FONT);
        axis.setLabelPaint(INK);
        axis.setTickLabelPaint(INK);
        axis.setAxisLinePaint(INK);
        axis.setTickMarkPaint(INK);
    }

    private static String svg(Plot plot, int height, boolean hasLegend) throws IOException {
        plot.setBackgroundPaint(null);
        plot.setOutlineVisible(false);
        JFreeChart chart = new JFreeChart(null, FONT, plot, false);
        chart.setBackgroundPaint(null);
        if (hasLegend) {
            LegendTitle legend = new LegendTitle((LegendItemSource) plot::getLegendItems);
            legend.setItemFont(FONT);
            legend.setItemPaint(INK);
            legend.setPosition(RectangleEdge.TOP);
            chart.addSubtitle(legend);
        }
        Document document = document();
        SVGGraphics2D graphics = new SVGGraphics2D(SVGGeneratorContext.createDefault(document), false);
        chart.draw(graphics, new Rectangle2D.Double(0, 0, WIDTH, height));
        StringWriter out = new StringWriter();
        graphics.stream(out, true);
        return styled(out.toString(), height);
    }

    private static Document document() {
        try {
            return DocumentBuilderFactory.newInstance().newDocumentBuilder().getDOMImplementation()
                    .createDocument("http://www.w3.org/2000/svg", "svg", null);
        } catch (ParserConfigurationException e) {
            throw new IllegalStateException("the JDK has no XML parser", e);
        }
    }

    private static String styled(String drawn, int height) {
        String svg = drawn.substring(drawn.indexOf("<svg"))
                .replaceFirst("<svg[^>]*>", "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" viewBox=\"0 0 "
                        + WIDTH + " " + height + "\">");
        String name = "c" + Integer.toHexString(svg.hashCode()); // the diagrams of a page have names of their own
        svg = svg.replace(" id=\"", " id=\"" + name).replace("url(#", "url(#" + name);
        svg = coloured(svg, INK, "ink");
        svg = coloured(svg, GRID, "grid");
        for (int i = 0; i < SERIES.size(); i++) {
            svg = coloured(svg, SERIES.get(i), "series" + (i + 1));
        }
        return svg;
    }

    private static String coloured(String svg, Color mark, String name) {
        return svg.replace("rgb(" + mark.getRed() + "," + mark.getGreen() + "," + mark.getBlue() + ")",
                "var(--" + name + ")");
    }
}

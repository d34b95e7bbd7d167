package e02_plate;

import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;

/**
 * Reads a plate from text, with one fact on each line:
 *
 * <pre>
 * # a comment
 * grid,ROWS,COLUMNS
 * tolerance,T
 * edge,TEMPERATURE
 * rectangle,ROW,COLUMN,HEIGHT,WIDTH,TEMPERATURE
 * </pre>
 *
 * Rows and columns count from 0 at the upper left corner. Grid and tolerance are required. The default edge temperature
 * is 0.
 */
public final class PlateFile {
    private static final int LARGEST_SIDE = 100_000;
    private static final double HOTTEST = 1e12;

    private final String name;
    private final List<Problem.Rectangle> rectangles = new ArrayList<>();
    private final Set<String> given = new HashSet<>();
    private final List<Long> rectangleLines = new ArrayList<>();
    private int rows;
    private int columns;
    private double tolerance;
    private double edge;
    private long line;

    private PlateFile(String name) {
        this.name = name;
    }

    /** @throws IllegalArgumentException with file, line and the expected form */
    public static Problem read(String name, String text) {
        return new PlateFile(name).parse(text.startsWith("\uFEFF") ? text.substring(1) : text);
    }

    private Problem parse(String text) {
        CSVFormat format = CSVFormat.DEFAULT.builder()
                .setCommentMarker('#')
                .setIgnoreSurroundingSpaces(true)
                .setIgnoreEmptyLines(true)
                .build();
        try (CSVParser parser = CSVParser.parse(new StringReader(text), format)) {
            long before = 0;
            for (CSVRecord record : parser) {
                line = parser.getCurrentLineNumber();
                if (line == before) {
                    line++; // the last line has no line end
                }
                before = line;
                take(record);
            }
        } catch (IOException | UncheckedIOException | IllegalStateException e) {
            line++;
            throw wrong("not CSV from here on, expected every quote to be closed");
        }
        return problem();
    }

    private void take(CSVRecord record) {
        boolean first = given.add(record.get(0)) || record.get(0).equals("rectangle");
        expect(first, "\"" + record.get(0) + "\" for the second time, expected once");
        switch (record.get(0)) {
            case "grid" -> {
                fields(record, "grid,ROWS,COLUMNS", 3);
                rows = whole(record, 1, "ROWS", 3, LARGEST_SIDE);
                columns = whole(record, 2, "COLUMNS", 3, LARGEST_SIDE);
            }
            case "tolerance" -> {
                fields(record, "tolerance,T", 2);
                tolerance = number(record, 1, "T");
                expect(tolerance > 0, "T = " + tolerance + ", expected a number above 0");
            }
            case "edge" -> {
                fields(record, "edge,TEMPERATURE", 2);
                edge = temperature(record, 1);
            }
            case "rectangle" -> {
                fields(record, "rectangle,ROW,COLUMN,HEIGHT,WIDTH,TEMPERATURE", 6);
                rectangles.add(new Problem.Rectangle(
                        whole(record, 1, "ROW", 0, LARGEST_SIDE),
                        whole(record, 2, "COLUMN", 0, LARGEST_SIDE),
                        whole(record, 3, "HEIGHT", 1, LARGEST_SIDE),
                        whole(record, 4, "WIDTH", 1, LARGEST_SIDE),
                        temperature(record, 5)));
                rectangleLines.add(line);
            }
            default -> throw wrong("\"" + record.get(0) + "\", expected grid, tolerance, edge or rectangle");
        }
    }

    private Problem problem() {
        if (rows == 0) {
            throw new IllegalArgumentException(name + ": there is no line grid,ROWS,COLUMNS");
        } else if (tolerance == 0) {
            throw new IllegalArgumentException(name + ": there is no line tolerance,T");
        }
        for (int k = 0; k < rectangles.size(); k++) {
            Problem.Rectangle r = rectangles.get(k);
            line = rectangleLines.get(k);
            expect(r.row() + r.height() <= rows && r.column() + r.width() <= columns,
                    "the rectangle reaches row " + (r.row() + r.height() - 1) + " and column "
                            + (r.column() + r.width() - 1) + ", outside the grid of " + rows + " x " + columns
                            + ", expected at most row " + (rows - 1) + " and column " + (columns - 1));
        }
        return new Problem(rows, columns, tolerance, edge, List.copyOf(rectangles));
    }

    private void fields(CSVRecord record, String form, int count) {
        expect(record.size() == count, record.size() + " fields, expected " + form);
    }

    private int whole(CSVRecord record, int field, String what, int least, int most) {
        String text = record.get(field);
        try {
            int value = Integer.parseInt(text);
            if (value >= least && value <= most) {
                return value;
            }
        } catch (NumberFormatException e) {
            // reported below
        }
        throw wrong(what + " = \"" + text + "\", expected a whole number from " + least + " to " + most);
    }

    private double temperature(CSVRecord record, int field) {
        double value = number(record, field, "TEMPERATURE");
        expect(Math.abs(value) <= HOTTEST, "TEMPERATURE = " + value + ", expected at most " + HOTTEST + " either way");
        return value;
    }

    private double number(CSVRecord record, int field, String what) {
        String text = record.get(field);
        try {
            double value = Double.parseDouble(text);
            if (Double.isFinite(value)) {
                return value;
            }
        } catch (NumberFormatException e) {
            // reported below
        }
        throw wrong(what + " = \"" + text + "\", expected a number");
    }

    private void expect(boolean holds, String otherwise) {
        if (!holds) {
            throw wrong(otherwise);
        }
    }

    private IllegalArgumentException wrong(String what) {
        return new IllegalArgumentException(name + ", line " + line + ": " + what);
    }
}

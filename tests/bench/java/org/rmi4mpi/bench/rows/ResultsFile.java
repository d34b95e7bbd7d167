package org.rmi4mpi.bench.rows;

import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVPrinter;
import org.apache.commons.csv.CSVRecord;

/**
 * A file of results: first lines of section "about" that describe machine and run, then a line for each value. Each
 * value is in the file when {@link #add} returns, so that a run that is stopped loses none.
 */
public final class ResultsFile implements AutoCloseable {
    private static final String ABOUT = "about";
    private static final String[] HEADER = {"section", "row", "unit", "software", "attempt", "round", "value"};
    private static final CSVFormat FORMAT = CSVFormat.Builder.create().setRecordSeparator('\n').build();

    private final Writer out;
    private final CSVPrinter csv;

    /** The contents of a file. */
    public record Content(Map<String, String> about, List<Sample> samples) {
        /** Returns the values of the last attempts. */
        public Results results() {
            Results results = new Results();
            for (Sample sample : samples) {
                while (results.attempt(sample.row()) < sample.attempt()) {
                    results.again(sample.row());
                }
                results.add(sample.row(), Software.valueOf(sample.software()), sample.value());
            }
            return results;
        }

        /** Returns the names of the rows of a section, in the order of the file. */
        public List<String> rows(Section section) {
            return samples.stream().filter(sample -> sample.section().equals(section.name())).map(Sample::row)
                    .distinct().toList();
        }

        public String unit(String row) {
            return samples.stream().filter(sample -> sample.row().equals(row)).map(Sample::unit).findFirst()
                    .orElse("");
        }
    }

    private ResultsFile(Writer out, CSVPrinter csv) {
        this.out = out;
        this.csv = csv;
    }

    /** Begins a file, in place of one that is there. */
    public static ResultsFile create(Path file, Map<String, String> about) throws IOException {
        Files.createDirectories(file.toAbsolutePath().getParent());
        ResultsFile created = open(Files.newBufferedWriter(file));
        created.csv.printRecord((Object[]) HEADER);
        created.about(about);
        return created;
    }

    /** Goes on with a file that is there. */
    public static ResultsFile append(Path file) throws IOException {
        return open(Files.newBufferedWriter(file, StandardOpenOption.APPEND));
    }

    private static ResultsFile open(Writer out) throws IOException {
        return new ResultsFile(out, new CSVPrinter(out, FORMAT));
    }

    public void about(Map<String, String> facts) throws IOException {
        for (Map.Entry<String, String> fact : facts.entrySet()) {
            csv.printRecord(ABOUT, fact.getKey(), "", "", "", "", fact.getValue());
        }
        csv.flush();
    }

    public void add(Sample sample) throws IOException {
        csv.printRecord(sample.section(), sample.row(), sample.unit(), sample.software(), sample.attempt(),
                sample.round(), String.format(Locale.ROOT, "%.4f", sample.value()));
        csv.flush();
    }

    /** @throws IOException also for a line that is not of such a file; it names file and line */
    public static Content read(Path file) throws IOException {
        Map<String, String> about = new LinkedHashMap<>();
        List<Sample> samples = new ArrayList<>();
        try (Reader in = Files.newBufferedReader(file)) {
            for (CSVRecord line : FORMAT.parse(in)) {
                if (line.size() != HEADER.length) {
                    throw new IOException(file + ", line " + line.getRecordNumber() + ": " + line.size()
                            + " fields, not " + HEADER.length + ": is it a results.csv of make bench?");
                }
                if (line.get(0).equals(ABOUT)) {
                    about.put(line.get(1), line.get(6));
                } else if (line.getRecordNumber() > 1) {
                    samples.add(sample(file, line));
                }
            }
        }
        return new Content(about, samples);
    }

    private static Sample sample(Path file, CSVRecord line) throws IOException {
        try {
            Software.valueOf(line.get(3));
            return new Sample(line.get(0), line.get(1), line.get(2), line.get(3), Integer.parseInt(line.get(4)),
                    Integer.parseInt(line.get(5)), Double.parseDouble(line.get(6)));
        } catch (IllegalArgumentException e) {
            throw new IOException(file + ", line " + line.getRecordNumber() + ": " + e.getMessage(), e);
        }
    }

    @Override
    public void close() throws IOException {
        csv.close();
        out.close();
    }
}

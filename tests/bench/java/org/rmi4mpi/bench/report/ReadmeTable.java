package org.rmi4mpi.bench.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.rmi4mpi.bench.mpi.MpiResults;
import org.rmi4mpi.bench.rows.ResultsFile;

/** Writes the figures of README.md anew, between the two lines that mark them. Stateless. */
final class ReadmeTable {
    static final String BEGIN = "<!-- figures: 'make bench-page' writes them -->\n";
    static final String END = "<!-- end of figures -->\n";

    private ReadmeTable() {}

    static void write(ResultsFile.Content content, Path readme) throws IOException {
        Files.writeString(readme,
                replace(Files.readString(readme), Report.fill(content, "readme.md.ftl", new MpiResults()), readme));
    }

    static String replace(String text, String table, Path readme) throws IOException {
        int begin = text.indexOf(BEGIN);
        int end = text.indexOf(END);
        if (begin < 0 || end < begin) {
            throw new IOException(readme + " has no lines " + BEGIN.strip() + " and " + END.strip()
                    + ": put them around the table of figures");
        }
        return text.substring(0, begin + BEGIN.length()) + table + text.substring(end);
    }
}

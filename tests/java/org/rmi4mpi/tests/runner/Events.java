package org.rmi4mpi.tests.runner;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/**
 * The events of one rank: a file of lines "kind test detail". Each line is written at once, so that it survives the end
 * of the rank.
 */
record Events(Path file) {
    static final String START = "start";
    static final String PASS = "pass";
    static final String FAIL = "fail";
    static final String SKIP = "skip";
    static final String END = "end";

    record Event(String kind, String test, String detail) {}

    static Events of(Path folder, int rank) {
        return new Events(folder.resolve("rank-" + rank + ".events"));
    }

    void write(String kind, String test, String detail) {
        String line = kind + "\t" + test + "\t" + detail.replace("\\", "\\\\").replace("\n", "\\n").replace("\r", "")
                + "\n";
        try {
            // Files.writeString would refuse a surrogate that stands alone.
            Files.write(file, line.getBytes(StandardCharsets.UTF_8), StandardOpenOption.CREATE,
                    StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    List<Event> read() throws IOException {
        List<Event> events = new ArrayList<>();
        if (Files.exists(file)) {
            for (String line : Files.readAllLines(file, StandardCharsets.UTF_8)) {
                String[] fields = line.split("\t", 3);
                if (fields.length == 3) {
                    events.add(new Event(fields[0], fields[1], fields[2].replace("\\n", "\n").replace("\\\\", "\\")));
                }
            }
        }
        return events;
    }
}

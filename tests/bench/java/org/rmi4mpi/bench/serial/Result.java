package org.rmi4mpi.bench.serial;

import java.util.Locale;

/**
 * The measurements of one contender with one row. Allocation is in bytes. {@code failure} is null if the contender
 * brought the row back equal.
 */
record Result(String row, Contender.Name contender, double writeNs, double readNs, double writeErrorNs,
        double readErrorNs, int bytes, double writeAllocated, double readAllocated, String failure) {
    static final String HEADER = "row,contender,write ns,read ns,write error ns,read error ns,bytes,"
            + "allocated by write,allocated by read,failure";

    static Result failed(String row, Contender.Name contender, Throwable failure) {
        String text = failure.toString().lines().findFirst().orElse("").replaceAll("[,|]", ";");
        return new Result(row, contender, 0, 0, 0, 0, 0, 0, 0, text);
    }

    double bothNs() {
        return writeNs + readNs;
    }

    String toCsv() {
        return String.format(Locale.ROOT, "%s,%s,%.1f,%.1f,%.1f,%.1f,%d,%.0f,%.0f,%s", row, contender.text, writeNs,
                readNs, writeErrorNs, readErrorNs, bytes, writeAllocated, readAllocated,
                failure == null ? "" : failure);
    }

    static Result ofCsv(String line) {
        String[] words = line.split(",", -1);
        return new Result(words[0], Contender.Name.of(words[1]), Double.parseDouble(words[2]),
                Double.parseDouble(words[3]), Double.parseDouble(words[4]), Double.parseDouble(words[5]),
                Integer.parseInt(words[6]), Double.parseDouble(words[7]), Double.parseDouble(words[8]),
                words[9].isEmpty() ? null : words[9]);
    }
}

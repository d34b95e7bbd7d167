package org.rmi4mpi.bench.call;

/** The unit of a row's numbers. */
enum Unit {
    US("us", "%.2f", false), RATE("calls/s", "%.0f", true), PERCENT("%", "%.2f", false);

    final String text;
    final String format;
    final boolean moreIsBetter;

    Unit(String text, String format, boolean moreIsBetter) {
        this.text = text;
        this.format = format;
        this.moreIsBetter = moreIsBetter;
    }
}

package org.rmi4mpi.bench.rows;

/** The unit of a row's numbers. */
public enum Unit {
    US("us", "%.2f", false), MS("ms", "%.3f", false), RATE("calls/s", "%.0f", true), PERCENT("%", "%.2f", false);

    private final String text;
    private final String format;
    private final boolean moreIsBetter;

    Unit(String text, String format, boolean moreIsBetter) {
        this.text = text;
        this.format = format;
        this.moreIsBetter = moreIsBetter;
    }

    public String text() {
        return text;
    }

    public String format() {
        return format;
    }

    public boolean moreIsBetter() {
        return moreIsBetter;
    }
}
